import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './notifications-section.module.css'
import type { DeviceState } from './push-subscription.ts'
import { deviceStateQuery, type Notifications, useTogglePush } from './use-notifications.ts'

const UNAVAILABLE_REASONS: Readonly<Record<Exclude<DeviceState['kind'], 'supported'>, string>> = {
  insecure: 'Push needs a secure (https) connection.',
  unsupported: "This browser doesn't support push notifications.",
  needs_install:
    'On iPhone or iPad, add Fieldhouse to your Home Screen first (Share, then Add to Home Screen), and open it from there.',
  denied:
    "Notifications from Fieldhouse are blocked in this browser. Allow them in your browser's site settings.",
}

type Props = { notifications: Notifications }

/** Shows whether push is on for this browser, with a button to change it, or why push is unavailable. */
export function ThisDeviceSwitch({ notifications }: Props) {
  const device = useQuery(deviceStateQuery)
  const toggle = useTogglePush(notifications.public_key)
  if (device.data === undefined) return <p className={styles['hint']}>Checking this device…</p>
  if (device.data.kind !== 'supported')
    return <Notice tone="info">{UNAVAILABLE_REASONS[device.data.kind]}</Notice>
  const { endpoint } = device.data
  const isOn = endpoint !== null && notifications.devices.includes(endpoint)
  const otherDevices = notifications.devices.length - (isOn ? 1 : 0)
  return (
    <div className={styles['device']}>
      <p>
        {isOn ? 'Push is on for this device.' : 'Push is off for this device.'}
        {otherDevices === 1 ? " It's on for 1 other device." : null}
        {otherDevices > 1 ? ` It's on for ${otherDevices} other devices.` : null}
      </p>
      <Button disabled={toggle.isPending} onClick={() => toggle.mutate(!isOn)}>
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
      {toggle.isError ? <Notice tone="bad">{toggle.error.message}</Notice> : null}
    </div>
  )
}
