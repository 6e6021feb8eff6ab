const { contextBridge, ipcRenderer } = require('electron')

globalThis.preloadSecret = 'never seen by the page'
let listening = 0

contextBridge.exposeInMainWorld('fixture', {
  add: (a, b) => a + b,
  throwIt: () => {
    throw new RangeError('from the preload')
  },
  callBack: (fn) => fn(20) + 1,
  giveBack: (value) => value,
  nested: { deep: { value: 7 } },
  echo: (value) => ipcRenderer.invoke('echo', value),
  fail: () => ipcRenderer.invoke('fail'),
  missing: () => ipcRenderer.invoke('no-such-channel'),
  sender: () => ipcRenderer.invoke('sender'),
  note: (note) => ipcRenderer.send('note', note),
  listening: () => listening,
  requires: (name) => typeof require(name),
  onTick: (listener) => {
    const hear = (_event, value) => listener(value)
    ipcRenderer.on('tick', hear)
    listening += 1
    return () => {
      ipcRenderer.removeListener('tick', hear)
      listening -= 1
    }
  },
})
