import { createECDH } from 'node:crypto'
import {
  addDevice,
  getNotifications,
  type Notifications,
  removeDevice,
  saveNotifications,
} from '@fieldhouse/contract/notifications'
import { currentUser } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { ChoiceStore } from './choice-store.ts'
import { parseQuietHours, presentNotifications } from './present.ts'
import type { PushKeys } from './push-key-store.ts'
import { isPushEndpoint } from './push-sender.ts'

export type NotificationsOptions = {
  store: ChoiceStore
  keys: () => Promise<PushKeys>
  sendsMail: boolean
  /** Whether push endpoints may be on this machine or its private network. */
  allowsPrivateHosts: boolean
  now: () => Date
}

export const notificationsRoutes: Routes<NotificationsOptions> = (app, options) => {
  const { store, keys, sendsMail, allowsPrivateHosts, now } = options

  app.route({
    ...getNotifications,
    handler: (request) => loadNotifications(currentUser(request).userId),
  })

  app.route({
    ...saveNotifications,
    async handler(request) {
      const { userId } = currentUser(request)
      const { kinds = [], quiet } = request.body
      await store.save(userId, {
        choices: Object.fromEntries(kinds.map(({ kind, ...choice }) => [kind, choice])),
        ...(quiet === undefined ? {} : { quiet: quiet === null ? null : parseQuietHours(quiet) }),
      })
      return { message: 'Saved.', notifications: await loadNotifications(userId) }
    },
  })

  app.route({
    ...addDevice,
    async handler(request) {
      const user = currentUser(request)
      const device = request.body
      const isAllowed = isPushEndpoint(device.endpoint) || allowsPrivateHosts
      if (!isAllowed) throw invalidField('endpoint', 'The push endpoint must use https on port 443.')
      if (!isPublicKey(device.p256dh)) throw invalidField('p256dh', 'That public key is not valid.')
      // Creating keys deletes all subscriptions, so it must happen before this one is added.
      await keys()
      await store.addDevice(user, device, now())
      return {
        message: 'Notifications are on for this device.',
        notifications: await loadNotifications(user.userId),
      }
    },
  })

  app.route({
    ...removeDevice,
    async handler(request) {
      const { userId } = currentUser(request)
      await store.removeDevice(userId, request.body.endpoint)
      return {
        message: 'Notifications are off for this device.',
        notifications: await loadNotifications(userId),
      }
    },
  })

  async function loadNotifications(userId: number): Promise<Notifications> {
    const [stored, { publicKey }] = await Promise.all([store.get(userId), keys()])
    return presentNotifications(stored, { publicKey, sendsMail })
  }
}

function invalidField(field: string, message: string): ApiError {
  return new ApiError('invalid_input', { message, fields: { [field]: message } })
}

/** Whether messages can be encrypted for the key: it must be a point on the P-256 curve. */
function isPublicKey(p256dh: string): boolean {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
