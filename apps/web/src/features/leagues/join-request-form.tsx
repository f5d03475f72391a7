import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { fieldsOf, messageOf } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './join-request-form.module.css'
import { allLeagues, useRequestLeague } from './use-leagues.ts'

/** Asks the admins for a place in a league. */
export function JoinRequestForm() {
  const leagues = useQuery(allLeagues)
  const request = useRequestLeague()
  const [league, setLeague] = useState('')
  const [message, setMessage] = useState('')
  const problems = fieldsOf(request.error)

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (!request.isPending) request.mutate({ league: league === '' ? null : league, message })
  }

  return (
    <div className={styles['page']}>
      <header>
        <h1>Request to join a league</h1>
        <p className={styles['subtitle']}>You are not in a league yet. Ask, and an admin decides.</p>
      </header>
      <Card>
        <form className={styles['form']} onSubmit={send} aria-label="Request to join">
          <Field
            label="League (optional)"
            problem={leagues.isError ? 'Failed to load leagues' : problems['league']}
            hint="Leave it open when you are not sure."
          >
            {(control) => (
              <select {...control} value={league} onChange={(event) => setLeague(event.target.value)}>
                <option value="">I don’t know yet</option>
                {leagues.data?.map(({ name }) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Message (optional)" problem={problems['message']}>
            {(control) => (
              <textarea
                {...control}
                rows={3}
                maxLength={1000}
                value={message}
                onChange={(event) => setMessage(event.target.value)}
              />
            )}
          </Field>
          {request.isError ? <Notice tone="bad">{messageOf(request.error, 'Request failed')}</Notice> : null}
          {request.isSuccess ? <Notice tone="good">{request.data.message}</Notice> : null}
          <Button type="submit" look="strong" disabled={request.isPending}>
            {request.isPending ? 'Sending…' : 'Request to Join'}
          </Button>
        </form>
      </Card>
    </div>
  )
}
