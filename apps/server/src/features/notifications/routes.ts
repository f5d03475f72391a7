import { createECDH } from 'node:crypto'
import {
  addDevice,
  getNotifications,
  type Notifications,
  removeDevice,
  saveNotifications,
} from '@fieldhouse/contract/notifications'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { callerOf } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { ChoiceStore } from './choice-store.ts'
import { presentNotifications, quietIn } from './present.ts'
import type { PushKeys } from './push-keys.ts'

export type NotificationsOptions = {
  store: ChoiceStore
  keys: () => Promise<PushKeys>
  sendsMail: boolean
  /** Whether a browser's push service may be on this machine and its network. */
  mayBePrivate: boolean
  now: () => Date
}

export const notificationsRoutes: FastifyPluginAsyncZod<NotificationsOptions> = async (app, options) => {
  const { store, keys, sendsMail, mayBePrivate, now } = options

  app.route({
    ...getNotifications,
    handler: (request) => shownTo(callerOf(request).userId),
  })

  app.route({
    ...saveNotifications,
    async handler(request) {
      const { userId } = callerOf(request)
      const { kinds = [], quiet } = request.body
      await store.save(userId, {
        choices: Object.fromEntries(kinds.map(({ kind, push, mail }) => [kind, { push, mail }])),
        ...(quiet === undefined ? {} : { quiet: quiet === null ? null : quietIn(quiet) }),
      })
      return { message: 'Saved.', notifications: await shownTo(userId) }
    },
  })

  app.route({
    ...addDevice,
    async handler(request) {
      const caller = callerOf(request)
      const device = request.body
      const isReachable = device.endpoint.startsWith('https://') || mayBePrivate
      if (!isReachable) throw unfit('endpoint', 'A push service is reached by https.')
      if (!isPublicKey(device.p256dh)) throw unfit('p256dh', 'That is no public key.')
      // New keys forget every browser: they are made before this one is known.
      await keys()
      await store.addDevice(caller, device, now())
      return { message: 'This device will be told.', notifications: await shownTo(caller.userId) }
    },
  })

  app.route({
    ...removeDevice,
    async handler(request) {
      const { userId } = callerOf(request)
      await store.removeDevice(userId, request.body.endpoint)
      return { message: 'This device is not told any more.', notifications: await shownTo(userId) }
    },
  })

  async function shownTo(userId: number): Promise<Notifications> {
    const [stored, { publicKey }] = await Promise.all([store.of(userId), keys()])
    return presentNotifications(stored, { publicKey, sendsMail })
  }
}

function unfit(field: string, sentence: string): ApiError {
  return new ApiError('invalid_input', { sentence, fields: { [field]: sentence } })
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
