import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/call-error.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { KindsTable } from './kinds-table.tsx'
import styles from './notifications-section.module.css'
import { QuietForm } from './quiet-form.tsx'
import { ThisDevice } from './this-device-switch.tsx'
import { myNotifications, type NotificationChoice, useSaveNotifications } from './use-notifications.ts'

/** What the person wants to be told, how and when. */
export function NotificationsSection() {
  const notifications = useQuery(myNotifications)
  const save = useSaveNotifications()
  const choose = (choice: NotificationChoice) => save.mutate({ kinds: [choice] })
  return (
    <section className={styles['card']} aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      <Loaded
        query={notifications}
        failure="Failed to load your notifications"
        skeleton={<Skeleton label="Loading your notifications" rows={5} height={44} />}
      >
        {(stored) => (
          <>
            <ThisDevice stored={stored} />
            <KindsTable
              stored={stored}
              pending={save.isPending ? save.variables?.kinds : []}
              onChoose={choose}
            />
            {save.isError ? (
              <Notice tone="bad">{messageOf(save.error, 'Your choice was not saved.')}</Notice>
            ) : null}
            <QuietForm key={JSON.stringify(stored.quiet)} stored={stored.quiet} />
          </>
        )}
      </Loaded>
    </section>
  )
}
