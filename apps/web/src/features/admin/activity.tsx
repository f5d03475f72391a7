import { auditActionLabel, describeAuditEntry } from '@fieldhouse/domain/league/audit-log'
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type ApiResponse, apiClient, getErrorMessage } from '../../api/api-client.ts'
import { operationQuery, useSend } from '../../api/operations.ts'
import { ImportedMark } from '../../ui/display/marks.tsx'
import { EmptyState, Loaded, Notice } from '../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { Fill, Grid, Row, Stack } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import styles from './admin.module.css'
import { peopleQuery } from './people.tsx'

/** An empty string means no filter. Days are in the viewer's time zone. */
const NO_FILTER = { origin: '', league: '', actor: '', action: '', fromDay: '', toDay: '' }

type AuditFilter = typeof NO_FILTER

/** Few enough for a phone. */
const PAGE_SIZE = '25'

const ORIGINS = [
  { value: '', label: 'This site' },
  { value: 'imported', label: 'Imported leagues' },
] as const

export function AuditLogSection({ leagues }: { leagues: readonly string[] }) {
  const [filter, setFilter] = useState(NO_FILTER)
  const auditLog = useInfiniteQuery(auditLogQuery(useDeferredValue(filter)))
  const people = useQuery(peopleQuery)
  const actions = auditLog.data?.pages.at(-1)?.actions ?? []
  const set = (name: keyof AuditFilter) => (value: string) => setFilter({ ...filter, [name]: value })

  return (
    <Stack>
      <Grid
        as="form"
        min={140}
        gap={3}
        aria-label="Filter the activity log"
        onSubmit={(event) => event.preventDefault()}
      >
        <SelectField
          label="League"
          options={[{ value: '', label: 'All leagues' }, ...leagues]}
          value={filter.league}
          onChange={set('league')}
        />
        <SelectField label="Recorded on" options={ORIGINS} value={filter.origin} onChange={set('origin')} />
        <SelectField
          label="Action"
          options={[{ value: '', label: 'All actions' }, ...toSortedOptions(actions)]}
          value={filter.action}
          onChange={set('action')}
        />
        <Combobox
          label="User"
          options={people.data?.options ?? []}
          value={filter.actor}
          onChange={set('actor')}
          placeholder="Everybody"
        />
        <TextField label="From" type="date" value={filter.fromDay} onChange={set('fromDay')} />
        <TextField label="To" type="date" value={filter.toDay} onChange={set('toDay')} />
      </Grid>
      <Loaded
        query={{ ...auditLog, isError: auditLog.isError && !auditLog.isFetchNextPageError }}
        name="the activity log"
        rows={5}
        height={44}
      >
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.acts)
          return entries.length === 0 ? (
            <EmptyState hint="Clear filters to see more.">No matching entries.</EmptyState>
          ) : (
            <AuditLogList entries={entries} nameOf={people.data?.nameOf ?? String} />
          )
        }}
      </Loaded>
      {auditLog.hasNextPage ? (
        <Button disabled={auditLog.isFetchingNextPage} onClick={() => void auditLog.fetchNextPage()}>
          {auditLog.isFetchingNextPage
            ? 'Loading…'
            : auditLog.isFetchNextPageError
              ? 'Failed. Try again'
              : 'Show older'}
        </Button>
      ) : null}
    </Stack>
  )
}

function toSortedOptions(actions: readonly string[]) {
  return actions
    .map((action) => ({ value: action, label: auditActionLabel(action) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
}

type AuditLogListProps = { entries: readonly AuditEntry[]; nameOf: (username: string) => string }

function AuditLogList({ entries, nameOf }: AuditLogListProps) {
  return (
    <ul>
      {entries.map(({ id, at, actor, action, league, detail, imported }) => {
        // The people of an imported league have no accounts here, but maybe usernames of other people.
        const toName = imported === undefined ? nameOf : String
        return (
          <li key={id} className={ui.listItem}>
            <p>
              <strong>{actor === null ? 'Server admin' : toName(actor)}</strong>{' '}
              {describeAuditEntry(action, withNames(detail, toName))}
            </p>
            <p className={ui.note}>
              {league === null ? null : `${league} · `}
              <RelativeTime at={at} />
              <ImportedMark imported={imported} />
            </p>
          </li>
        )
      })}
    </ul>
  )
}

function withNames(detail: AuditEntry['detail'], nameOf: (username: string) => string) {
  const names = ['username', 'username_before'].flatMap((key) => {
    const username = detail[key]
    return typeof username === 'string' ? [[key, nameOf(username)] as const] : []
  })
  return { ...detail, ...Object.fromEntries(names) }
}

export type AuditEntry = ApiResponse<'GET /api/audit/'>['acts'][number]

/** Audit log entries, newest first, one page at a time. */
const auditLogQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['acts', filter],
    queryFn: ({ pageParam, signal }) =>
      apiClient('GET /api/audit/', {
        query: { ...toQueryParams(filter), limit: PAGE_SIZE, older_than: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (previous) => previous,
  })

function toQueryParams({ origin, league, actor, action, fromDay, toDay }: AuditFilter) {
  return {
    imported: origin === 'imported' ? 'true' : undefined,
    league: league || undefined,
    actor: actor.trim() || undefined,
    action: action || undefined,
    from: startOfDay(fromDay, 0),
    // The filter includes the last day.
    to: startOfDay(toDay, 1),
  }
}

/** The start of the local day that is `daysLater` days after `day`, as an ISO instant; undefined for an empty date. */
function startOfDay(day: string, daysLater: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return undefined
  return new Date(year, month - 1, date + daysLater).toISOString()
}

export function FailedJobsSection() {
  const failedJobs = useQuery(failedJobsQuery)
  const retry = useRetryFailedJob()
  const dismiss = useDismissFailedJob()
  const dismissAll = useDismissFailedJobs()
  const isPending = retry.isPending || dismiss.isPending || dismissAll.isPending
  const failure = [retry, dismiss, dismissAll].find(({ isError }) => isError)

  return (
    <Stack>
      {failure === undefined ? null : <Notice tone="bad">{getErrorMessage(failure.error, 'Failed')}</Notice>}
      <Loaded query={failedJobs} name="failed jobs" rows={2} height={52}>
        {({ jobs, total }) =>
          jobs.length === 0 ? (
            <EmptyState hint="Messages and emails that can't be sent show up here.">
              No failed jobs.
            </EmptyState>
          ) : (
            <>
              <ul>
                {jobs.map((job) => {
                  const label = JOB_LABELS[job.kind] ?? job.kind
                  const name = job.league === null ? label : `${label} for ${job.league}`
                  return (
                    <Row as="li" key={job.id} wraps isSpread className={ui.listItem}>
                      <Fill className={styles.wide}>
                        <p className={ui.strong}>{name}</p>
                        <p>{job.error}</p>
                        <p className={ui.note}>
                          {formatCount(job.attempts, 'attempt')} · <RelativeTime at={job.failed_at} />
                        </p>
                      </Fill>
                      <Row>
                        <Button
                          disabled={isPending}
                          aria-label={`Retry ${name}`}
                          onClick={() => retry.mutate(job.id)}
                        >
                          Retry
                        </Button>
                        <ConfirmButton
                          disabled={isPending}
                          label={`Dismiss ${name}`}
                          consequence="What the job should have done is not done."
                          confirmLabel="Dismiss"
                          onConfirm={() => dismiss.mutate(job.id)}
                        />
                      </Row>
                    </Row>
                  )
                })}
              </ul>
              {total > jobs.length ? (
                <p className={ui.note}>
                  Showing {jobs.length} of {formatCount(total, 'failed job')}.
                </p>
              ) : null}
              <div>
                <ConfirmButton
                  disabled={isPending}
                  question={`Dismiss ${formatCount(total, 'failed job')}?`}
                  consequence="What these jobs should have done is not done."
                  confirmLabel="Dismiss"
                  onConfirm={() => dismissAll.mutate()}
                >
                  Dismiss all
                </ConfirmButton>
              </div>
            </>
          )
        }
      </Loaded>
    </Stack>
  )
}

const JOB_LABELS: Readonly<Record<string, string>> = {
  refresh: 'Refresh',
  'refresh-all': 'Refresh of all leagues',
  backfill: 'Backfill',
  webhook: 'Webhook message',
  push: 'Push notification',
  mail: 'Notification email',
  'reset-email': 'Password reset email',
  'external-week': 'NFL data',
  'external-fetch': 'NFL data',
}

export type FailedJob = ApiResponse<'GET /api/jobs/failed/'>['jobs'][number]

/** The jobs that have failed for good, most recent first. */
const failedJobsQuery = operationQuery('GET /api/jobs/failed/', ['failed-jobs'])

// Also after an error: the job may be gone.
const JOB_EFFECTS = { onSettled: [failedJobsQuery.queryKey, ['site-status']] }

const toJob = (id: number) => ({ params: { id: String(id) } })

const useRetryFailedJob = () => useSend('POST /api/jobs/failed/:id/retry/', toJob, JOB_EFFECTS)

const useDismissFailedJob = () => useSend('POST /api/jobs/failed/:id/dismiss/', toJob, JOB_EFFECTS)

const useDismissFailedJobs = () => useSend('POST /api/jobs/failed/dismiss/', () => ({}), JOB_EFFECTS)
