import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/call-error.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { PendingRequest } from './pending-request.tsx'
import styles from './pending-requests.module.css'
import { pendingRequests, useDecide } from './use-join-requests.ts'

type Props = {
  /** Whether the person is an admin of anything. */
  canDecide: boolean
  /** The leagues that the person runs. */
  leagues: readonly string[]
}

export function PendingRequestsSection({ canDecide, leagues }: Props) {
  const requests = useQuery({ ...pendingRequests, enabled: canDecide })
  const decide = useDecide()
  const now = useNow()
  if (!canDecide) return <Empty>Only an admin sees and decides join requests.</Empty>
  return (
    <div className={styles['section']}>
      {decide.isError ? <Notice tone="bad">{messageOf(decide.error, 'Failed')}</Notice> : null}
      {decide.isSuccess ? <Notice tone="good">{decide.data.message}</Notice> : null}
      <Loaded
        query={requests}
        failure="Failed to load join requests"
        skeleton={<Skeleton label="Loading join requests" rows={2} height={64} />}
      >
        {(list) =>
          list.length === 0 ? (
            <Empty hint="People ask on the page that chooses a league.">No pending requests.</Empty>
          ) : (
            <ul className={styles['list']}>
              {list.map((request) => (
                <PendingRequest
                  key={`${request.username} ${request.league ?? ''}`}
                  request={request}
                  leagues={leagues}
                  now={now}
                  isBusy={decide.isPending}
                  onDecide={(league) => decide.mutate({ username: request.username, league })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}
