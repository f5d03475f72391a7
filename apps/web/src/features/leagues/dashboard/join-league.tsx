import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { leagueQueryKey } from '../../../api/operations.ts'
import { EmptyState, Loaded } from '../../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField, TextArea } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { Card, Grid, ListItem, Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { allLeaguesQuery, type MyRequest, myRequestsQuery, useRequestToJoin } from '../use-leagues.ts'

export function JoinScreen({ league, onBack }: { league: string; onBack: () => void }) {
  const client = useQueryClient()
  const requests = useQuery(myRequestsQuery)
  const newest = requests.data?.find((each) => each.league === league)
  const isApproved = newest?.status === 'approved'
  useEffect(() => {
    if (isApproved) void client.invalidateQueries({ queryKey: leagueQueryKey(league) })
  }, [client, league, isApproved])

  return (
    <Stack gap={5}>
      <Stack as="header" gap={1}>
        <h1 className={ui.breakable}>Request to join {league}</h1>
        <p className={ui.muted}>
          You're not a member of this league. Send a request and its commissioner will approve it.
        </p>
      </Stack>
      <JoinLeague league={league} />
      <div>
        <Button onClick={onBack}>Back to the dashboard</Button>
      </div>
    </Stack>
  )
}

/** The join request form and the user's own requests. What became of a request is said before another is offered. */
export function JoinLeague({ league = '' }: { league?: string }) {
  const requests = useQuery(myRequestsQuery)
  const hasRequests = (requests.data ?? []).length > 0
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
  return <Grid min={400}>{hasRequests ? [sent, form] : [form, sent]}</Grid>
}

function JoinRequestForm({ league: initialLeague }: { league: string }) {
  const leagues = useQuery(allLeaguesQuery)
  const request = useRequestToJoin()
  const form = useForm({
    initial: { league: initialLeague, message: '' },
    mutation: request,
    toRequest: ({ league, message }) => ({ league: league === '' ? null : league, message }),
  })
  const league = form.field('league')
  return (
    <ActionForm
      form={form}
      label="Request to join"
      action="Request to Join"
      busy="Sending…"
      fallback="Request failed"
      saved={request.data?.message}
    >
      <SelectField
        {...league}
        label="League (optional)"
        options={[{ value: '', label: "I don't know yet" }, ...(leagues.data ?? []).map(({ name }) => name)]}
        problem={leagues.isError ? 'Failed to load leagues' : league.problem}
        hint="Leave this blank if you're not sure."
      />
      <TextArea {...form.field('message')} label="Message (optional)" rows={3} maxLength={1000} />
    </ActionForm>
  )
}

const STATUS_LABELS: Record<MyRequest['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
}

const STATUS_TONES = { pending: 'warn', approved: 'good', rejected: 'bad' } as const

function MyRequests({ requests }: { requests: readonly MyRequest[] }) {
  return (
    <ul>
      {requests.map(({ league, message, status, created_at: at }) => (
        <ListItem
          key={`${at} ${league ?? ''}`}
          title={
            <>
              {league ?? 'Any league'}{' '}
              <span className={ui.alert} data-tone={STATUS_TONES[status]}>
                {STATUS_LABELS[status]}
              </span>{' '}
            </>
          }
        >
          <p className={ui.note}>
            Sent <RelativeTime at={at} />
            {message === '' ? '' : `: “${message}”`}
          </p>
        </ListItem>
      ))}
    </ul>
  )
}

/** For the address of a league that was renamed or deleted, or never existed. */
export function UnknownLeague({ league, onBack }: { league: string; onBack: () => void }) {
  return (
    <Stack>
      <h1>There's no league called “{league}”</h1>
      <p>It may have been renamed or deleted. Ask the person who sent you the link.</p>
      <div>
        <Button variant="strong" onClick={onBack}>
          Back to the dashboard
        </Button>
      </div>
    </Stack>
  )
}
