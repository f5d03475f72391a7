import type { Notifications, QuietTimes } from '@fieldhouse/contract/notifications'
import { NOTIFICATION_KINDS, type QuietHours } from '@fieldhouse/domain/notifications/notification'
import type { z } from 'zod'
import type { StoredChoices } from './choice-store.ts'

type QuietTimesBody = z.infer<typeof QuietTimes>

export function presentNotifications(
  stored: StoredChoices,
  server: { publicKey: string; sendsMail: boolean },
): Notifications {
  const mail = ({ none: 'no_address', unverified: 'unverified', verified: 'ready' } as const)[stored.email]
  return {
    kinds: NOTIFICATION_KINDS.map((kind) => ({ kind, ...stored.choices[kind] })),
    quiet: stored.quiet === null ? null : presentQuietHours(stored.quiet),
    mail: server.sendsMail ? mail : 'off',
    devices: stored.devices,
    public_key: server.publicKey,
  }
}

function presentQuietHours({ begins, ends, timeZone }: QuietHours): QuietTimesBody {
  return { begins: formatClock(begins), ends: formatClock(ends), time_zone: timeZone }
}

export function parseQuietHours({ begins, ends, time_zone }: QuietTimesBody): QuietHours {
  return { begins: parseClock(begins), ends: parseClock(ends), timeZone: time_zone }
}

function formatClock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function parseClock(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}
