import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { operationQuery, useChange, useSendBody } from '../../api/operations.ts'
import { registerWorker } from '../../api/register-service-worker.ts'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { ErrorNotice, Loaded, Notice } from '../../ui/feedback/feedback.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Checkbox, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Card, Row, Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'

export function NotificationsSection() {
  const query = useQuery(notificationsQuery)
  return (
    <Card id="notifications" title="Notifications" gap={3}>
      <Loaded query={query} name="your notifications" rows={5} height={44}>
        {(notifications) => (
          <>
            <ThisDeviceSwitch notifications={notifications} />
            <NotificationKinds notifications={notifications} />
            <QuietHoursForm key={JSON.stringify(notifications.quiet)} saved={notifications.quiet} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

const UNAVAILABLE_REASONS: Readonly<Record<Exclude<DeviceState['kind'], 'supported'>, string>> = {
  insecure: 'Push needs a secure (https) connection.',
  unsupported: "This browser doesn't support push notifications.",
  needs_install:
    'On iPhone or iPad, add Fieldhouse to your Home Screen first (Share, then Add to Home Screen), and open it from there.',
  denied:
    "Notifications from Fieldhouse are blocked in this browser. Allow them in your browser's site settings.",
}

function ThisDeviceSwitch({ notifications }: { notifications: Notifications }) {
  const device = useQuery(deviceStateQuery)
  const toggle = useTogglePush(notifications.public_key)
  if (device.data === undefined) return <p className={ui.note}>Checking this device…</p>
  if (device.data.kind !== 'supported')
    return <Notice tone="info">{UNAVAILABLE_REASONS[device.data.kind]}</Notice>
  const { endpoint } = device.data
  const isOn = endpoint !== null && notifications.devices.includes(endpoint)
  const otherDevices = notifications.devices.length - (isOn ? 1 : 0)
  return (
    <Stack gap={2}>
      <Row wraps isSpread gap={4}>
        <p>
          {isOn ? 'Push is on for this device.' : 'Push is off for this device.'}
          {otherDevices > 0 ? ` It's on for ${formatCount(otherDevices, 'other device')}.` : null}
        </p>
        <Button disabled={toggle.isPending} onClick={() => toggle.mutate(!isOn)}>
          {isOn ? 'Turn off' : 'Turn on'}
        </Button>
      </Row>
      {toggle.isError ? <Notice tone="bad">{toggle.error.message}</Notice> : null}
    </Stack>
  )
}

const KIND_LABELS: Readonly<Record<NotificationChoice['kind'], string>> = {
  pick: "Picks lock in 3 hours and you haven't picked",
  slip: "The week's slip is settled",
  starter: 'One of your starters is out or on bye',
  proposal: 'Someone posts a proposal',
  vote: "A vote closes soon and you haven't voted",
  comment: 'Someone comments on your post',
  mention: 'Someone mentions you or your team',
  like: 'Someone likes your post',
  recap: 'The weekly recap is posted',
  record: 'A league record is broken',
  trade: 'A trade is made',
  waiver: 'Waiver claims are processed',
  job: 'A refresh fails or a backfill ends (admins)',
  request: 'Someone wants to join your league (admins)',
  report: 'Someone reports a post or comment (admins)',
  link: 'Another admin creates a link or webhook, or saves cookies (admins)',
  access: 'Your place in a league, or your account, is changed',
}

const CHANNEL_LABELS = { inbox: 'Inbox', push: 'Push', mail: 'Email' } as const

const CHANNELS = ['inbox', 'push', 'mail'] as const

const EMAIL_HINTS = {
  ready: null,
  no_address: 'To get emails, add an email address to your account first.',
  unverified: 'To get emails, verify your email address first.',
  off: "Email isn't set up on this site.",
} as const

function NotificationKinds({ notifications }: { notifications: Notifications }) {
  const save = useSaveNotifications()
  // Choices being saved are already shown as saved.
  const pending = save.isPending ? (save.variables?.kinds ?? []) : []
  const kinds = notifications.kinds.map((choice): NotificationChoice => {
    const { inbox = choice.inbox, ...changed } = pending.find(({ kind }) => kind === choice.kind) ?? choice
    return { ...changed, inbox }
  })
  const emailHint = EMAIL_HINTS[notifications.mail]
  return (
    <>
      <DataTable
        caption="Notify me when"
        columns={[
          {
            label: 'Notify me when',
            kind: 'head',
            cell: ({ kind }) => <span className={ui.prose}>{KIND_LABELS[kind]}</span>,
          },
          ...CHANNELS.map(
            (channel): Column<NotificationChoice> => ({
              label: CHANNEL_LABELS[channel],
              kind: 'text',
              cell: (choice) => (
                <Checkbox
                  label=""
                  ariaLabel={`${KIND_LABELS[choice.kind]}: ${CHANNEL_LABELS[channel]}`}
                  checked={choice[channel]}
                  disabled={channel === 'mail' && notifications.mail !== 'ready' && !choice.mail}
                  onChange={(isOn) => save.mutate({ kinds: [{ ...choice, [channel]: isOn }] })}
                />
              ),
            }),
          ),
        ]}
        rows={kinds}
        keyOf={({ kind }) => kind}
        isPlain
        isDense
      />
      {emailHint === null ? null : <p className={ui.note}>{emailHint}</p>}
      <ErrorNotice error={save.error} fallback="Your choice wasn't saved. Try again." />
    </>
  )
}

const DEFAULT_QUIET_HOURS = { begins: '22:00', ends: '07:00' }

/** Quiet hours. Notifications held during this time are sent afterwards if they are still relevant. */
function QuietHoursForm({ saved }: { saved: Notifications['quiet'] }) {
  const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const form = useForm({
    initial: { isOn: saved !== null, ...(saved ?? DEFAULT_QUIET_HOURS) },
    mutation: useSaveNotifications(),
    isEdit: true,
    toRequest: ({ isOn, begins, ends }) => ({ quiet: isOn ? { begins, ends, time_zone: timeZone } : null }),
  })
  return (
    <ActionForm
      form={form}
      label="Quiet hours"
      action={form.isChanged ? 'Save quiet hours' : 'Saved'}
      fallback="Your quiet hours weren't saved. Try again."
      isStrong={false}
    >
      <Checkbox
        {...form.checkbox('isOn')}
        label="Quiet hours"
        note="We'll hold notifications until quiet hours end."
      />
      {form.draft.isOn ? (
        <Row wraps gap={4} align="start">
          <TextField {...form.field('begins', 'quiet.begins')} label="From" type="time" required />
          <TextField
            {...form.field('ends', 'quiet.ends')}
            label="To"
            type="time"
            required
            hint={formatTimeZone(timeZone)}
          />
        </Row>
      ) : null}
    </ActionForm>
  )
}

/** Formats an IANA time zone as a generic name, such as 'Central Time' for `America/Chicago`. */
function formatTimeZone(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

export type Notifications = ApiResponse<'GET /api/notifications/'>
type NotificationChoice = Notifications['kinds'][number]

const notificationsQuery = operationQuery('GET /api/notifications/', ['notifications'])

const useSaveNotifications = () =>
  useSendBody('POST /api/notifications/', {
    onSuccess: ({ notifications }, _, client) =>
      void client.setQueryData(notificationsQuery.queryKey, notifications),
  })

/** Fails with a message for users if the browser does not allow it. */
const useTogglePush = (publicKey: string) =>
  useChange(
    async (isOn: boolean) => {
      if (isOn)
        return apiClient('POST /api/notifications/devices/', { body: await subscribeToPush(publicKey) })
      const endpoint = await unsubscribeFromPush()
      return endpoint === null
        ? null
        : apiClient('POST /api/notifications/devices/remove/', { body: { endpoint } })
    },
    {
      onSuccess: (response, _, client) => {
        if (response !== null) client.setQueryData(notificationsQuery.queryKey, response.notifications)
      },
      onSettled: () => [deviceStateQuery.queryKey, notificationsQuery.queryKey],
    },
  )

const deviceStateQuery = queryOptions({
  queryKey: ['this-device'],
  queryFn: getDeviceState,
})

type DeviceState =
  | { kind: 'insecure' | 'unsupported' | 'needs_install' | 'denied' }
  /** `endpoint` is the endpoint of its push subscription; null if it is not subscribed. */
  | { kind: 'supported'; endpoint: string | null }

async function getDeviceState(): Promise<DeviceState> {
  if (!isSecureContext) return { kind: 'insecure' }
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  // iOS provides these APIs only to web apps that were added to the home screen.
  if (!canPush) return { kind: /iPhone|iPad/.test(navigator.userAgent) ? 'needs_install' : 'unsupported' }
  if (Notification.permission === 'denied') return { kind: 'denied' }
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
  return { kind: 'supported', endpoint: subscription?.endpoint ?? null }
}

/** Throws an error with a message for users if the user or the push service refuses. */
async function subscribeToPush(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Notifications are blocked. Allow them in your browser and try again.')
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription created with another key cannot be used and prevents a new one.
  await (await pushManager.getSubscription())?.unsubscribe()
  const { endpoint, keys } = (
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  ).toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
}

/** Returns the endpoint that was unsubscribed; null if there was none. */
async function unsubscribeFromPush(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  return subscription?.endpoint ?? null
}
