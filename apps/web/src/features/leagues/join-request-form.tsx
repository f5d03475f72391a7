import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { getErrorMessage, getFieldErrors } from '../../api/api-error.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import styles from './join-league.module.css'
import { allLeaguesQuery, useRequestToJoin } from './use-leagues.ts'

const EMPTY_VALUES = { league: '', message: '' }

/** Sends a join request to the league admins. */
export function JoinRequestForm() {
  const leagues = useQuery(allLeaguesQuery)
  const request = useRequestToJoin()
  const [values, setValues] = useState(EMPTY_VALUES)
  const fieldErrors = getFieldErrors(request.error)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (request.isPending) return
    const { league, message } = values
    request.mutate(
      { league: league === '' ? null : league, message },
      { onSuccess: () => setValues(EMPTY_VALUES) },
    )
  }

  return (
    <form className={styles['form']} onSubmit={submit} aria-label="Request to join">
      <Field
        label="League (optional)"
        problem={leagues.isError ? 'Failed to load leagues' : fieldErrors['league']}
        hint="Leave this blank if you're not sure."
      >
        {(control) => (
          <select
            {...control}
            value={values.league}
            onChange={(event) => setValues({ ...values, league: event.target.value })}
          >
            <option value="">I don't know yet</option>
            {leagues.data?.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Message (optional)" problem={fieldErrors['message']}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={1000}
            value={values.message}
            onChange={(event) => setValues({ ...values, message: event.target.value })}
          />
        )}
      </Field>
      {request.isError ? (
        <Notice tone="bad">{getErrorMessage(request.error, 'Request failed')}</Notice>
      ) : null}
      {request.isSuccess ? <Notice tone="good">{request.data.message}</Notice> : null}
      <Button type="submit" variant="strong" disabled={request.isPending}>
        {request.isPending ? 'Sending…' : 'Request to Join'}
      </Button>
    </form>
  )
}
