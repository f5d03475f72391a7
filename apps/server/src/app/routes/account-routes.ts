import { inboxRoutes } from '../../features/inbox/routes.ts'
import { inboxStore } from '../../features/inbox/store.ts'
import { choiceStore } from '../../features/notifications/choice-store.ts'
import { createPushKeyCipher, getOrCreatePushKeys } from '../../features/notifications/push-key-store.ts'
import { notificationsRoutes } from '../../features/notifications/routes.ts'
import { calendarReader } from '../../features/subscriptions/calendar-reader.ts'
import { subscriptionsRoutes } from '../../features/subscriptions/routes.ts'
import { subscriptionStore } from '../../features/subscriptions/store.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { Services } from '../services.ts'

/** Subscriptions, notifications and the inbox. */
export const accountRoutes: Routes<Services> = (api, services) => {
  const { brackets, db, games, now, publicUrl, seasons, sendsMail, settings, teams } = services
  subscriptionsRoutes(api, {
    store: subscriptionStore(db),
    calendars: calendarReader({ seasons, games, teams, brackets, now }),
    publicUrl,
    now,
  })
  inboxRoutes(api, { store: inboxStore(db), now })
  notificationsRoutes(api, {
    store: choiceStore(db),
    keys: () => getOrCreatePushKeys(db, createPushKeyCipher(settings.secretKey)),
    sendsMail,
    allowsPrivateHosts: settings.PUSH_ANYWHERE,
    now,
  })
}
