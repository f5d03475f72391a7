import { type SubmitEvent, useState } from 'react'
import { getErrorMessage, getFieldErrors } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './exclusion-form.module.css'
import { useExcludeSeason } from './use-history-admin.ts'

type Props = {
  league: string
  season: number
  /** null where its games count for records. */
  reason: string | null
}

/** Whether the games of a season count for records, and why not. */
export function ExclusionForm({ league, season, reason }: Props) {
  const [text, setText] = useState<string | null>(null)
  const exclude = useExcludeSeason(league)
  const failed = getFieldErrors(exclude.error)['reason']
  const close = () => setText(null)

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (text !== null) exclude.mutate({ season, reason: text }, { onSuccess: close })
  }

  return (
    <div className={styles['exclusion']}>
      {reason === null ? null : <p className={styles['reason']}>Counts for no record: {reason}</p>}
      {text !== null ? (
        <form className={styles['form']} onSubmit={send} aria-label={`Records of ${season}`}>
          <TextField
            label={`Why ${season} counts for no record`}
            value={text}
            onChange={setText}
            required
            maxLength={300}
            hint="All members see it."
            problem={failed}
          />
          <div className={styles['buttons']}>
            <Button type="submit" variant="strong" disabled={exclude.isPending}>
              Save
            </Button>
            <Button onClick={close}>Cancel</Button>
          </div>
        </form>
      ) : reason === null ? (
        <Button variant="quiet" aria-label={`Leave ${season} out of the records`} onClick={() => setText('')}>
          Leave out of the records
        </Button>
      ) : (
        <Button
          aria-label={`Let ${season} count again`}
          disabled={exclude.isPending}
          onClick={() => exclude.mutate({ season, reason: null })}
        >
          Let it count again
        </Button>
      )}
      {exclude.isError && failed === undefined ? (
        <Notice tone="bad">{getErrorMessage(exclude.error, 'Failed to save.')}</Notice>
      ) : null}
    </div>
  )
}
