import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { getFieldErrors } from '../../../api/api-error.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { MutationNotice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import ui from '../../../ui/ui.module.css'
import {
  allLeaguesQuery,
  type MyRequest,
  myLeaguesQuery,
  myRequestsQuery,
  useRequestToJoin,
} from '../use-leagues.ts'
import { LeagueList, LeagueListSkeleton } from './league-list.tsx'
import styles from './league-picker.module.css'

type Props = { username: string; onChoose: (league: string) => void }

/** The user's leagues to choose from, or the join request form if they have none. */
export function LeaguePicker({ username, onChoose }: Props) {
  const leagues = useQuery(myLeaguesQuery(username))
  const hasNoLeagues = leagues.data?.length === 0
  return (
    <div className={styles.page}>
      <header>
        <h1>{hasNoLeagues ? 'Request to join a league' : 'Select Your League'}</h1>
        {hasNoLeagues ? (
          <p className={styles.subtitle}>
            You're not in a league yet. Send a request and your commissioner will approve it.
          </p>
        ) : null}
      </header>
      <Loaded query={leagues} errorTitle="Failed to load leagues" skeleton={<LeagueListSkeleton />}>
        {(userLeagues) =>
          userLeagues.length === 0 ? (
            <JoinLeague />
          ) : (
            <>
              <LeagueList leagues={userLeagues} onOpen={onChoose} />
              <JoinAnotherLeague />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

/** The join request form for a user who already has a league; it loads its data when opened. */
function JoinAnotherLeague() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Request to join another league</summary>
      {isOpen ? <JoinLeague /> : null}
    </details>
  )
}

/** The join request form and the user's own requests. */
function JoinLeague() {
  const requests = useQuery(myRequestsQuery)
  return (
    <div className={styles.joinLeague}>
      <Card>
        <JoinRequestForm />
      </Card>
      <Card title="Your requests">
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
    </div>
  )
}

const EMPTY_VALUES = { league: '', message: '' }

/** Sends a join request to the league admins. */
function JoinRequestForm() {
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
