import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Field } from '../../ui/field.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './pending-requests.module.css'
import type { JoinRequest } from './use-join-requests.ts'

type Props = {
  request: JoinRequest
  /** To choose from where the request names none. */
  leagues: readonly string[]
  now: Date
  isBusy: boolean
  /** Told the league to approve for; null rejects. */
  onDecide: (league: string | null) => void
}

export function PendingRequestItem({ request, leagues, now, isBusy, onDecide }: Props) {
  const { username, league: asked, message, created_at: at } = request
  const [picked, setPicked] = useState('')
  const league = asked ?? picked
  return (
    <li className={styles['request']}>
      <div className={styles['text']}>
        <p>
          <strong>{username}</strong> asks to join <strong>{asked ?? 'a league, but names none'}</strong>.
        </p>
        {message === '' ? null : <p className={styles['message']}>“{message}”</p>}
        <p className={styles['facts']}>
          Sent <RelativeTime at={at} now={now} />
        </p>
      </div>
      {asked === null ? (
        <div className={styles['picker']}>
          <Field label={`League for ${username}`}>
            {(control) => (
              <select {...control} value={picked} onChange={(event) => setPicked(event.target.value)}>
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
          consequence="All pending requests of this person that you may decide are rejected. They may ask again."
          confirmLabel="Reject"
          onConfirm={() => onDecide(null)}
        >
          Reject
        </ConfirmButton>
      </div>
    </li>
  )
}
