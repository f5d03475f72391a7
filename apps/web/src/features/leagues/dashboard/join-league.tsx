import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useState } from 'react'
import { getFieldErrors } from '../../../api/api-error.ts'
import { leagueQueryKey } from '../../../api/league-queries.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { MutationNotice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import ui from '../../../ui/ui.module.css'
import { useRequestToJoin } from '../league-mutations.ts'
import { allLeaguesQuery, type MyRequest, myRequestsQuery } from '../use-leagues.ts'
import styles from './join-league.module.css'

type JoinScreenProps = { league: string; onBack: () => void }

/** For a user who opens a league without being a member of it. Shows the league once a request is approved. */
export function JoinScreen({ league, onBack }: JoinScreenProps) {
  const client = useQueryClient()
  const requests = useQuery(myRequestsQuery)
  const newest = requests.data?.find((each) => each.league === league)
  const isApproved = newest?.status === 'approved'
  useEffect(() => {
    if (isApproved) void client.invalidateQueries({ queryKey: leagueQueryKey(league) })
  }, [client, league, isApproved])

  return (
    <div className={styles.page}>
      <header>
        <h1 className={ui.breakable}>Request to join {league}</h1>
        <p className={styles.intro}>
          You're not a member of this league. Send a request and its commissioner will approve it.
        </p>
      </header>
      <JoinLeague league={league} />
      <div>
        <Button onClick={onBack}>Back to the dashboard</Button>
      </div>
    </div>
  )
}

type JoinLeagueProps = {
  /** The league that is selected at first; by default none. */
  league?: string
}

/** The join request form and the user's own requests. */
export function JoinLeague({ league = '' }: JoinLeagueProps) {
  const requests = useQuery(myRequestsQuery)
  const isWaiting = requests.data?.some(({ status }) => status === 'pending') ?? false
  const form = (
    <Card key="form">
      <JoinRequestForm league={league} />
    </Card>
  )
  const sent = (
    <Card key="sent" title="Your requests">
      <Loaded query={requests} name="your requests" rows={1} height={52}>
        {(myRequests) =>
          myRequests.length > 0 ? (
            <MyRequests requests={myRequests} />
          ) : (
            <EmptyState hint="Track your requests here after you send one.">No requests yet.</EmptyState>
          )
        }
      </Loaded>
    </Card>
  )
  return <div className={styles.joinLeague}>{isWaiting ? [sent, form] : [form, sent]}</div>
}

/** Sends a join request to the league admins. */
function JoinRequestForm({ league: initialLeague }: { league: string }) {
  const leagues = useQuery(allLeaguesQuery)
  const request = useRequestToJoin()
  const [values, setValues] = useState({ league: initialLeague, message: '' })
  const fieldErrors = getFieldErrors(request.error)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (request.isPending) return
    const { league, message } = values
    request.mutate(
      { league: league === '' ? null : league, message },
      { onSuccess: () => setValues({ league: initialLeague, message: '' }) },
    )
  }

  return (
    <form className={ui.stack16} onSubmit={submit} aria-label="Request to join">
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
      <MutationNotice mutation={request} fallback="Request failed" />
      <Button type="submit" variant="strong" disabled={request.isPending}>
        {request.isPending ? 'Sending…' : 'Request to Join'}
      </Button>
    </form>
  )
}

const STATUS_LABELS: Record<MyRequest['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
}

const STATUS_TONES = { pending: 'warn', approved: 'good', rejected: 'bad' } as const

/** The user's join requests with their status. */
function MyRequests({ requests }: { requests: readonly MyRequest[] }) {
  return (
    <ul>
      {requests.map(({ league, message, status, created_at: at }) => (
        <li key={`${at} ${league ?? ''}`} className={styles.request}>
          <span className={`${ui.strong} ${ui.breakable}`}>{league ?? 'Any league'}</span>{' '}
          <span className={styles.status} data-tone={STATUS_TONES[status]}>
            {STATUS_LABELS[status]}
          </span>{' '}
          <span className={styles.details}>
            Sent <RelativeTime at={at} />
            {message === '' ? '' : `: “${message}”`}
          </span>
        </li>
      ))}
    </ul>
  )
}
