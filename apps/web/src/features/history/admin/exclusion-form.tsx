import { type SubmitEvent, useState } from 'react'
import { getErrorMessage, getFieldErrors } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import styles from './exclusion-form.module.css'
import { useExcludeSeason } from './use-history-admin.ts'

type Props = {
  league: string
  season: number
  /** Why the season is excluded; null if its games count for records. */
  reason: string | null
}

/** Excludes a season from records or includes it again. */
export function ExclusionForm({ league, season, reason }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const exclude = useExcludeSeason(league)
  const fieldError = getFieldErrors(exclude.error)['reason']
  const close = () => setDraft(null)

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (draft !== null) exclude.mutate({ season, reason: draft }, { onSuccess: close })
  }

  return (
    <div className={styles['exclusion']}>
      {reason === null ? null : <p className={styles['reason']}>Excluded from records: {reason}</p>}
      {draft !== null ? (
        <form
          className={styles['form']}
          onSubmit={handleSubmit}
          aria-label={`Exclude ${season} from records`}
        >
          <TextField
            label={`Why exclude ${season} from records?`}
            value={draft}
            onChange={setDraft}
            required
            maxLength={300}
            hint="All league members can see this."
            problem={fieldError}
          />
          <div className={styles['buttons']}>
            <Button type="submit" variant="strong" disabled={exclude.isPending}>
              Save
            </Button>
            <Button onClick={close}>Cancel</Button>
          </div>
        </form>
      ) : reason === null ? (
        <Button variant="quiet" aria-label={`Exclude ${season} from records`} onClick={() => setDraft('')}>
          Exclude from records
        </Button>
      ) : (
        <Button
          aria-label={`Include ${season} again`}
          disabled={exclude.isPending}
          onClick={() => exclude.mutate({ season, reason: null })}
        >
          Include again
        </Button>
      )}
      {exclude.isError && fieldError === undefined ? (
        <Notice tone="bad">{getErrorMessage(exclude.error, 'Failed to save.')}</Notice>
      ) : null}
    </div>
  )
}
