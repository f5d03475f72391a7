import { useState } from 'react'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx'
import styles from './pending-requests.module.css'
import type { JoinRequest } from './use-join-requests.ts'

type Props = {
  request: JoinRequest
  /** The leagues to choose from when the request names none. */
  leagues: readonly string[]
  now: Date
  isBusy: boolean
  /** Called with the league to approve the request for, or null to reject it. */
  onDecide: (league: string | null) => void
}

export function PendingRequestItem({ request, leagues, now, isBusy, onDecide }: Props) {
  const { username, league: requestedLeague, message, created_at: at } = request
  const [pickedLeague, setPickedLeague] = useState('')
  const league = requestedLeague ?? pickedLeague
  return (
    <li className={styles['request']}>
      <div className={styles['text']}>
        <p>
          <strong>{username}</strong> wants to join <strong>{requestedLeague ?? 'a league'}</strong>.
        </p>
        {message === '' ? null : <p className={styles['message']}>“{message}”</p>}
        <p className={styles['details']}>
          Sent <RelativeTime at={at} now={now} />
        </p>
      </div>
      {requestedLeague === null ? (
        <div className={styles['picker']}>
          <Field label={`League for ${username}`}>
            {(control) => (
              <select
                {...control}
                value={pickedLeague}
                onChange={(event) => setPickedLeague(event.target.value)}
              >
                <option value="">Pick a league</option>
                {leagues.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      ) : null}
      <div className={styles['buttons']}>
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
