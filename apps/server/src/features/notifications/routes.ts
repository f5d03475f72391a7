import { createECDH } from 'node:crypto'
import {
  addDevice,
  getNotifications,
  type Notifications,
  removeDevice,
  saveNotifications,
} from '@fieldhouse/contract/notifications'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { ChoiceStore } from './choice-store.ts'
import { parseQuietHours, presentNotifications } from './present.ts'
import type { PushKeys } from './push-keys.ts'

export type NotificationsOptions = {
  store: ChoiceStore
  keys: () => Promise<PushKeys>
  sendsMail: boolean
  /** Whether a browser's push service may be on this machine and its network. */
  allowsPrivateHosts: boolean
  now: () => Date
}

export const notificationsRoutes: FastifyPluginAsyncZod<NotificationsOptions> = async (app, options) => {
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
        choices: Object.fromEntries(kinds.map(({ kind, push, mail }) => [kind, { push, mail }])),
        ...(quiet === undefined ? {} : { quiet: quiet === null ? null : parseQuietHours(quiet) }),
      })
      return { message: 'Saved.', notifications: await loadNotifications(userId) }
    },
  })

  app.route({
    ...addDevice,
    async handler(request) {
      const caller = currentUser(request)
      const device = request.body
      const isReachable = device.endpoint.startsWith('https://') || allowsPrivateHosts
      if (!isReachable) throw invalidField('endpoint', 'A push service is reached by https.')
      if (!isPublicKey(device.p256dh)) throw invalidField('p256dh', 'That is no public key.')
      // New keys forget every browser: they are made before this one is known.
      await keys()
      await store.addDevice(caller, device, now())
      return { message: 'This device will be told.', notifications: await loadNotifications(caller.userId) }
    },
  })

  app.route({
    ...removeDevice,
    async handler(request) {
      const { userId } = currentUser(request)
      await store.removeDevice(userId, request.body.endpoint)
      return { message: 'This device is not told any more.', notifications: await loadNotifications(userId) }
    },
  })

  async function loadNotifications(userId: number): Promise<Notifications> {
    const [stored, { publicKey }] = await Promise.all([store.get(userId), keys()])
    return presentNotifications(stored, { publicKey, sendsMail })
  }
}

function invalidField(field: string, sentence: string): ApiError {
  return new ApiError('invalid_input', { message: sentence, fields: { [field]: sentence } })
}

/** Whether a message can be sealed for it: it is a point of the curve. */
function isPublicKey(p256dh: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
