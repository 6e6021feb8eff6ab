// Notifications that are not drawn: what they say is recorded, and each is shown at once.
import type * as Electron from 'electron'
import { record, recording } from '../record.ts'
import { refusingEmitter } from '../refuse.ts'

export class Notification extends refusingEmitter('Notification') {
  readonly title: string
  readonly body: string

  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
    super()
    this.title = title
    this.body = body
  }

  static isSupported(): boolean {
    return true
  }

  close(): void {
    record('Notification.close', this.title, this.body)
  }

  show(): void {
    record('Notification.show', this.title, this.body)
    recording.notifications.push(this)
    setImmediate(() => this.emit('show', {}))
  }
}
