import type { Notifications, QuietTimes } from '@fieldhouse/contract/notifications'
import { NOTIFICATION_KINDS } from '@fieldhouse/domain/notification'
import type { QuietHours } from '@fieldhouse/domain/quiet-hours'
import type { z } from 'zod'
import type { Choices } from './choice-store.ts'

type Times = z.infer<typeof QuietTimes>

export function presentNotifications(
  stored: { choices: Choices; quiet: QuietHours | null; email: string; devices: string[] },
  server: { publicKey: string; sendsMail: boolean },
): Notifications {
  const mail = stored.email === '' ? 'no_address' : 'ready'
  return {
    kinds: NOTIFICATION_KINDS.map((kind) => ({ kind, ...stored.choices[kind] })),
    quiet: stored.quiet === null ? null : presentQuiet(stored.quiet),
    mail: server.sendsMail ? mail : 'off',
    devices: stored.devices,
    public_key: server.publicKey,
  }
}

function presentQuiet({ begins, ends, timeZone }: QuietHours): Times {
  return { begins: clockText(begins), ends: clockText(ends), time_zone: timeZone }
}

export function quietIn({ begins, ends, time_zone }: Times): QuietHours {
  return { begins: minutesOf(begins), ends: minutesOf(ends), timeZone: time_zone }
}

function clockText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}
