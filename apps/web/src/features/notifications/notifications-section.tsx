import { useQuery } from '@tanstack/react-query'
import { getErrorMessage } from '../../api/api-error.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NotificationKindsTable } from './notification-kinds-table.tsx'
import styles from './notifications-section.module.css'
import { QuietHoursForm } from './quiet-hours-form.tsx'
import { ThisDeviceSwitch } from './this-device-switch.tsx'
import { type NotificationChoice, notificationsQuery, useSaveNotifications } from './use-notifications.ts'

/** The user's notification settings: kinds, channels, this device and quiet hours. */
export function NotificationsSection() {
  const notifications = useQuery(notificationsQuery)
  const save = useSaveNotifications()
  const choose = (choice: NotificationChoice) => save.mutate({ kinds: [choice] })
  return (
    <section className={styles['card']} aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      <Loaded
        query={notifications}
        errorTitle="Failed to load your notifications"
        skeleton={<Skeleton label="Loading your notifications" rows={5} height={44} />}
      >
        {(stored) => (
          <>
            <ThisDeviceSwitch notifications={stored} />
            <NotificationKindsTable
              notifications={stored}
              pending={save.isPending ? save.variables?.kinds : []}
              onChoose={choose}
            />
            {save.isError ? (
              <Notice tone="bad">
                {getErrorMessage(save.error, "Your choice wasn't saved. Try again.")}
              </Notice>
            ) : null}
            <QuietHoursForm key={JSON.stringify(stored.quiet)} quietTimes={stored.quiet} />
          </>
        )}
      </Loaded>
    </section>
  )
}
