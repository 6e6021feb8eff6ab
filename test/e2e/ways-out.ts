// What a compromised page can try. Each is a function that runs in the page and ends when it knows the outcome, where
// the page learns it. `there` names a TCP and a UDP port on this machine that answer and that receive nothing else.
export interface There {
  /** `http://127.0.0.1:<tcp>/` */
  readonly url: string
  readonly tcp: number
  readonly udp: number
}

/** Put into the page by `openWays`. Starts a connection and ends when every way to connect was tried. */
declare const gathered: (peer: RTCPeerConnection) => Promise<unknown>

/** How a page may send a byte without navigating away. */
export const SENDS = {
  'a fetch': ({ url }) => fetch(url, { mode: 'no-cors', method: 'POST', body: 'x' }).catch(() => {}),
  'a fetch that outlives the page': ({ url }) => fetch(url, { mode: 'no-cors', keepalive: true }).catch(() => {}),
  'a fetch by a name of this machine': ({ tcp }) =>
    fetch(`http://localhost:${tcp}/`, { mode: 'no-cors' }).catch(() => {}),
  'an XMLHttpRequest': ({ url }) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest()
      request.onloadend = resolve
      request.open('POST', url)
      request.send('x')
    }),
  'a beacon': ({ url }) => void navigator.sendBeacon(url, 'x'),
  'an event source': ({ url }) => new Promise((resolve) => (new EventSource(url).onerror = resolve)),
  'a web socket': ({ tcp }) => new Promise((resolve) => (new WebSocket(`ws://127.0.0.1:${tcp}/`).onclose = resolve)),
  'a web transport': ({ udp }) => new WebTransport(`https://127.0.0.1:${udp}/`).ready.catch(() => {}),
  'an image': ({ url }) =>
    new Promise((resolve) => Object.assign(new Image(), { onload: resolve, onerror: resolve, src: url })),
  'a picture of a vector image': ({ url }) => {
    const holder = document.createElement('div')
    holder.innerHTML = `<svg><image href="${url}"></image></svg>`
    document.body.append(holder)
  },
  'a poster': ({ url }) => {
    const video = document.createElement('video')
    video.poster = url
    document.body.append(video)
  },
  'a sound': ({ url }) =>
    new Promise((resolve) => Object.assign(new Audio(), { onerror: resolve, onloadeddata: resolve, src: url })),
  'a script': ({ url }) =>
    new Promise((resolve) => {
      const script = document.createElement('script')
      Object.assign(script, { src: url, onload: resolve, onerror: resolve })
      document.head.append(script)
    }),
  'a module': async ({ url }) => {
    const script = document.createElement('script')
    const settled = new Promise((resolve) => Object.assign(script, { onload: resolve, onerror: resolve }))
    Object.assign(script, { type: 'module', src: url })
    document.head.append(script)
    await settled
  },
  'a style sheet': ({ url }) =>
    new Promise((resolve) => {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'stylesheet', href: url, onload: resolve, onerror: resolve })
      document.head.append(link)
    }),
  'a picture of a style': ({ url }) => {
    const holder = document.createElement('div')
    holder.style.setProperty('background-image', `url(${url})`)
    holder.textContent = 'x'
    document.body.append(holder)
  },
  'a font': ({ url }) => new FontFace('Other', `url(${url})`).load().catch(() => {}),
  'a frame': ({ url }) =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe')
      Object.assign(frame, { src: url, onload: resolve })
      document.body.append(frame)
    }),
  'an embedded object': ({ url }) => {
    const object = document.createElement('object')
    object.data = url
    document.body.append(object)
  },
  'a form into a frame': ({ url }) => {
    const frame = document.createElement('iframe')
    frame.name = 'into'
    const form = document.createElement('form')
    Object.assign(form, { action: url, method: 'post', target: 'into' })
    document.body.append(frame, form)
    form.submit()
  },
  'a preconnection': ({ url }) => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preconnect', href: url })
    document.head.append(link)
  },
  'a prefetch': ({ url }) =>
    new Promise((resolve) => {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'prefetch', href: url, onload: resolve, onerror: resolve })
      document.head.append(link)
    }),
  'a preload': ({ url }) =>
    new Promise((resolve) => {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'preload', as: 'image', href: url, onload: resolve, onerror: resolve })
      document.head.append(link)
    }),
  'a preload of a module': ({ url }) =>
    new Promise((resolve) => {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'modulepreload', href: url, onload: resolve, onerror: resolve })
      document.head.append(link)
    }),
  'a fetch of a worker': ({ url }) =>
    new Promise((resolve) => {
      const code = `fetch('${url}', { mode: 'no-cors' }).finally(() => postMessage(0)).catch(() => {})`
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
      worker.onmessage = worker.onerror = resolve
    }),
  'WebRTC: a STUN server': async ({ udp }) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${udp}` }] })
    await gathered(peer)
  },
  'WebRTC: a TURN server by UDP': async ({ udp }) => {
    const urls = `turn:127.0.0.1:${udp}?transport=udp`
    await gathered(new RTCPeerConnection({ iceServers: [{ urls, username: 'x', credential: 'x' }] }))
  },
  'WebRTC: a TURN server by TCP': async ({ tcp }) => {
    const urls = `turn:127.0.0.1:${tcp}?transport=tcp`
    await gathered(new RTCPeerConnection({ iceServers: [{ urls, username: 'x', credential: 'x' }] }))
  },
  'WebRTC: a TURN server by its name': async ({ tcp }) => {
    const urls = `turn:localhost:${tcp}?transport=tcp`
    await gathered(new RTCPeerConnection({ iceServers: [{ urls, username: 'x', credential: 'x' }] }))
  },
  'WebRTC: a TURN server by TLS': async ({ tcp }) => {
    const urls = `turns:127.0.0.1:${tcp}?transport=tcp`
    await gathered(new RTCPeerConnection({ iceServers: [{ urls, username: 'x', credential: 'x' }] }))
  },
  'WebRTC: a peer': async ({ tcp, udp }) => {
    const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()]
    await gathered(one)
    await other.setRemoteDescription(one.localDescription!)
    await one.setRemoteDescription(await other.createAnswer())
    for (const candidate of [
      `candidate:1 1 udp 2122260223 127.0.0.1 ${udp} typ host`,
      `candidate:2 1 tcp 1518280447 127.0.0.1 ${tcp} typ host tcptype passive`,
    ])
      await one.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 })
  },
} satisfies Record<string, (there: There) => unknown>
