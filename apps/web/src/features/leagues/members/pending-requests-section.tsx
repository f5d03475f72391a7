import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { MutationNotice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import styles from './pending-requests-section.module.css'
import { type JoinRequest, pendingRequestsQuery, useDecideRequest } from './use-members.ts'

type Props = {
  /** Whether the user is an admin of the site or of any league. */
  canDecide: boolean
  /** The leagues that the user manages. */
  leagues: readonly string[]
}

export function PendingRequestsSection({ canDecide, leagues }: Props) {
  const requests = useQuery({ ...pendingRequestsQuery, enabled: canDecide })
  const decide = useDecideRequest()
  if (!canDecide) return <EmptyState>Only admins can see and approve join requests.</EmptyState>
  return (
    <div className={ui.stack12}>
      <MutationNotice mutation={decide} fallback="Failed" />
      <Loaded query={requests} name="join requests" rows={2} height={64}>
        {(pendingRequests) =>
          pendingRequests.length === 0 ? (
            <EmptyState hint="Members request access from the league picker.">
              No pending requests.
            </EmptyState>
          ) : (
            <ul className={ui.divided}>
              {pendingRequests.map((request) => (
                <PendingRequest
                  key={`${request.username} ${request.league ?? ''}`}
                  request={request}
                  leagues={leagues}
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

type PendingRequestProps = {
  request: JoinRequest
  /** The leagues to choose from when the request names none. */
  leagues: readonly string[]
  isBusy: boolean
  /** Called with the league to approve the request for, or null to reject it. */
  onDecide: (league: string | null) => void
}

function PendingRequest({ request, leagues, isBusy, onDecide }: PendingRequestProps) {
  const { username, league: requestedLeague, message, created_at: at } = request
  const [pickedLeague, setPickedLeague] = useState('')
  const league = requestedLeague ?? pickedLeague
  return (
    <li className={styles.request}>
      <div className={styles.text}>
        <p>
          <strong>{username}</strong> wants to join <strong>{requestedLeague ?? 'a league'}</strong>.
        </p>
        {message === '' ? null : <p className={styles.message}>“{message}”</p>}
        <p className={ui.note}>
          Sent <RelativeTime at={at} />
        </p>
      </div>
      {requestedLeague === null ? (
        <div className={styles.picker}>
          <SelectField
            label={`League for ${username}`}
            options={[{ value: '', label: 'Pick a league' }, ...leagues]}
            value={pickedLeague}
            onChange={setPickedLeague}
          />
        </div>
      ) : null}
      <div className={styles.buttons}>
        <Button
          variant="strong"
          aria-label={`Approve ${username}`}
          disabled={league === '' || isBusy}
          onClick={() => onDecide(league)}
        >
          Approve
        </Button>
        <ConfirmButton
          label={`Reject ${username}`}
          disabled={isBusy}
          question={`Reject ${username}?`}
          consequence="This rejects all of their pending requests to leagues you manage. They can request again."
          confirmLabel="Reject"
          onConfirm={() => onDecide(null)}
        >
          Reject
        </ConfirmButton>
      </div>
    </li>
  )
}
