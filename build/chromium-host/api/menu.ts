// Menus that are not drawn: their items are found by id and clicked, or pressed by their keys, as in Electron.
import type * as Electron from 'electron'
import { BrowserWindow } from '../browser-window.ts'
import { record } from '../record.ts'
import type { WebContents } from '../web-contents.ts'
import { notProvided, refusingEmitter } from '../refuse.ts'
import { appEvents } from '../state.ts'
import { isPressed } from './accelerator.ts'
import { DEFAULT_MENU, MENUS, ROLES } from './menu-roles.ts'

/** Absent: the app has said nothing of a menu, and has the default one. */
let applicationMenu: Menu | null | undefined

export class MenuItem extends refusingEmitter('MenuItem') {
  readonly id: string
  readonly type: string
  readonly role: string | undefined
  readonly accelerator: string | undefined
  readonly registerAccelerator: boolean
  readonly submenu: Menu | undefined
  label: string
  enabled: boolean
  visible: boolean
  checked: boolean
  readonly #onClick: Electron.MenuItemConstructorOptions['click']

  constructor(options: Electron.MenuItemConstructorOptions) {
    super()
    const { submenu } = options
    this.id = options.id ?? ''
    this.role = options.role
    const role = this.role?.toLowerCase() ?? ''
    const items = submenu ?? MENUS[role]?.map((each) => new MenuItem({ role: each as Role }))
    this.type = options.type ?? (items ? 'submenu' : 'normal')
    this.label = options.label ?? options.role ?? ''
    this.accelerator = options.accelerator ?? ROLES[role]?.accelerator
    this.registerAccelerator = options.registerAccelerator ?? true
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    this.submenu = Array.isArray(items) ? Menu.buildFromTemplate(items) : (items as unknown as Menu | undefined)
    this.#onClick = options.click
  }

  /** What a user's click does: a role's own work, or else what the app said. */
  click(event: object = {}, window = BrowserWindow.getFocusedWindow()): void {
    record('MenuItem.click', this.id || this.label)
    if (this.type === 'checkbox') this.checked = !this.checked
    if (this.role !== undefined) return this.#runRole(this.role, window)
    this.#onClick?.(
      this as unknown as Electron.MenuItem,
      (window ?? undefined) as unknown as Electron.BaseWindow | undefined,
      event,
    )
  }

  #runRole(name: string, window: BrowserWindow | null): void {
    const role = ROLES[name.toLowerCase()]
    if (!role) throw notProvided(`the work of the menu role ${name}`)
    if (window !== null) role.run(window)
  }
}

type Role = NonNullable<Electron.MenuItemConstructorOptions['role']>

export class Menu extends refusingEmitter('Menu') {
  readonly items: MenuItem[] = []

  static buildFromTemplate(template: (Electron.MenuItemConstructorOptions | MenuItem)[]): Menu {
    const menu = new Menu()
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    record('Menu.setApplicationMenu', menu?.items.map((item) => item.label) ?? null)
    applicationMenu = menu
  }

  static getApplicationMenu(): Menu | null {
    applicationMenu ??= applicationMenu === undefined ? defaultMenu() : null
    return applicationMenu
  }

  append(item: MenuItem): void {
    this.items.push(item)
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
}

const defaultMenu = (): Menu => Menu.buildFromTemplate(DEFAULT_MENU.map((role) => new MenuItem({ role })))

function pressed(menu: Menu, isIt: (accelerator: string) => boolean): MenuItem | null {
  for (const item of menu.items) {
    const { accelerator, enabled, registerAccelerator, submenu } = item
    if (accelerator !== undefined && enabled && registerAccelerator && isIt(accelerator)) return item
    const below = submenu ? pressed(submenu, isIt) : null
    if (below !== null) return below
  }
  return null
}

appEvents.on('key', (stroke, contents) => {
  const menu = Menu.getApplicationMenu()
  const item = menu && pressed(menu, (accelerator) => isPressed(accelerator, stroke))
  item?.click({ triggeredByAccelerator: true }, BrowserWindow.fromWebContents(contents as WebContents))
})
