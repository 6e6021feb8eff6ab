// Menus that are not drawn: their items are found by id and clicked, as in Electron.
import type * as Electron from 'electron'
import { BrowserWindow } from '../browser-window.ts'
import { record } from '../record.ts'
import { refusingEmitter } from '../refuse.ts'

let applicationMenu: Menu | null = null

export class MenuItem extends refusingEmitter('MenuItem') {
  readonly id: string
  readonly type: string
  readonly role: string | undefined
  readonly accelerator: string | undefined
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
    this.type = options.type ?? (submenu ? 'submenu' : 'normal')
    this.label = options.label ?? options.role ?? ''
    this.accelerator = options.accelerator
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : (submenu as unknown as Menu | undefined)
    this.#onClick = options.click
  }

  /** What a user's click does. A role's own work (copy, zoom, ...) belongs to Electron and is not done here. */
  click(event: object = {}, window = BrowserWindow.getFocusedWindow()): void {
    record('MenuItem.click', this.id || this.label)
    if (this.type === 'checkbox') this.checked = !this.checked
    this.#onClick?.(
      this as unknown as Electron.MenuItem,
      (window ?? undefined) as unknown as Electron.BaseWindow | undefined,
      event,
    )
  }
}

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
