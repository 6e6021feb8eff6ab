import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge, CommandArgs, CommandName, CommandResult, EventPayloads } from '#shared/ipc/contract.ts'

function ask<K extends CommandName>(name: K) {
  return (args?: CommandArgs<K>): Promise<CommandResult<K>> =>
    ipcRenderer.invoke(name, args ?? {}) as Promise<CommandResult<K>>
}

const bridge: Bridge = {
  getPortfolio: ask('portfolio:get'),
  preview: ask('desk:preview'),
  submit: ask('desk:submit'),
  rescue: ask('desk:rescue'),
  drill: ask('desk:drill'),
  setMode: ask('desk:setMode'),
  markSeen: ask('desk:markSeen'),
  markEventSeen: ask('event:markSeen'),
  listScenarios: ask('scenario:list'),
  saveScenario: ask('scenario:save'),
  forgetScenario: ask('scenario:forget'),
  listVenues: ask('venue:list'),
  startDemo: ask('account:startDemo'),
  listAccounts: ask('account:list'),
  addAccount: ask('account:add'),
  readProfile: ask('account:readProfile'),
  exportProfile: ask('account:exportProfile'),
  openAccount: ask('account:open'),
  probeAccount: ask('account:probe'),
  forgetAccount: ask('account:forget'),
  onPortfolioChanged(listener) {
    // Handed on without the event: it would give the page a way to answer.
    const relay = (_event: unknown, push: EventPayloads['portfolio:changed']): void => listener(push)
    ipcRenderer.on('portfolio:changed', relay)
    return () => ipcRenderer.removeListener('portfolio:changed', relay)
  },
}

contextBridge.exposeInMainWorld('plimsoll', bridge)
