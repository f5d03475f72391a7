import { useQuery } from '@tanstack/react-query'
import { getErrorMessage } from '../../api/api-error.ts'
import { useNow } from '../../api/server-clock.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PendingRequestItem } from './pending-request-item.tsx'
import styles from './pending-requests.module.css'
import { pendingRequestsQuery, useDecideRequest } from './use-join-requests.ts'

type Props = {
  /** Whether the user is an admin of the site or of any league. */
  canDecide: boolean
  /** The leagues that the user manages. */
  leagues: readonly string[]
}

export function PendingRequestsSection({ canDecide, leagues }: Props) {
  const requests = useQuery({ ...pendingRequestsQuery, enabled: canDecide })
  const decide = useDecideRequest()
  const now = useNow()
  if (!canDecide) return <EmptyState>Only admins can see and approve join requests.</EmptyState>
  return (
    <div className={styles['section']}>
      {decide.isError ? <Notice tone="bad">{getErrorMessage(decide.error, 'Failed')}</Notice> : null}
      {decide.isSuccess ? <Notice tone="good">{decide.data.message}</Notice> : null}
      <Loaded
        query={requests}
        errorTitle="Failed to load join requests"
        skeleton={<Skeleton label="Loading join requests" rows={2} height={64} />}
      >
        {(pendingRequests) =>
          pendingRequests.length === 0 ? (
            <EmptyState hint="Members request access from the league picker.">
              No pending requests.
            </EmptyState>
          ) : (
            <ul className={styles['list']}>
              {pendingRequests.map((request) => (
                <PendingRequestItem
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
