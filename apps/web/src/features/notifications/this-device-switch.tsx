import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './notifications-section.module.css'
import type { DeviceState } from './push-subscription.ts'
import { deviceStateQuery, type Notifications, useTogglePush } from './use-notifications.ts'

const UNAVAILABLE_REASONS: Readonly<Record<Exclude<DeviceState['kind'], 'able'>, string>> = {
  insecure: 'Push works only where Fieldhouse is opened by https.',
  unsupported: 'This browser cannot show push notifications.',
  needs_installing:
    'On an iPhone or iPad, add Fieldhouse to the home screen first (Share, then Add to Home Screen), and open it from there.',
  denied:
    'This browser was told not to show notifications of Fieldhouse. Allow them in its settings for this site.',
}

type Props = { notifications: Notifications }

/** Whether this browser shows push notifications, and why not where it cannot. */
export function ThisDeviceSwitch({ notifications }: Props) {
  const device = useQuery(deviceStateQuery)
  const change = useTogglePush(notifications.public_key)
  const others = notifications.devices.length
  if (device.data === undefined) return <p className={styles['hint']}>Looking at this device…</p>
  if (device.data.kind !== 'able') return <Notice tone="info">{UNAVAILABLE_REASONS[device.data.kind]}</Notice>
  const { endpoint } = device.data
  const isOn = endpoint !== null && notifications.devices.includes(endpoint)
  const elsewhere = others - (isOn ? 1 : 0)
  return (
    <div className={styles['device']}>
      <p>
        {isOn ? 'Push is on for this device.' : 'Push is off for this device.'}
        {elsewhere > 0 ? ` It is on for ${elsewhere} other ${elsewhere === 1 ? 'device' : 'devices'}.` : null}
      </p>
      <Button disabled={change.isPending} onClick={() => change.mutate(!isOn)}>
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
      {change.isError ? <Notice tone="bad">{change.error.message}</Notice> : null}
    </div>
  )
}
