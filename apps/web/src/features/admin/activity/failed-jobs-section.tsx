import { useQuery } from '@tanstack/react-query'
import type { ApiResponse } from '../../../api/api-client.ts'
import { getErrorMessage } from '../../../api/api-error.ts'
import { operationQuery, useSend } from '../../../api/operations.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Fill, Row, Stack } from '../../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../admin.module.css'

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
                {jobs.map((job) => (
                  <FailedJobRow
                    key={job.id}
                    job={job}
                    disabled={isPending}
                    onRetry={() => retry.mutate(job.id)}
                    onDismiss={() => dismiss.mutate(job.id)}
                  />
                ))}
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

type FailedJobRowProps = {
  job: FailedJob
  disabled: boolean
  onRetry: () => void
  onDismiss: () => void
}

function FailedJobRow({ job, disabled, onRetry, onDismiss }: FailedJobRowProps) {
  const label = jobLabel(job.kind)
  const name = job.league === null ? label : `${label} for ${job.league}`
  return (
    <Row as="li" wraps isSpread className={ui.listItem}>
      <Fill className={styles.wide}>
        <p className={ui.strong}>{name}</p>
        <p>{job.error}</p>
        <p className={ui.note}>
          {formatCount(job.attempts, 'attempt')} · <RelativeTime at={job.failed_at} />
        </p>
      </Fill>
      <Row>
        <Button disabled={disabled} aria-label={`Retry ${name}`} onClick={onRetry}>
          Retry
        </Button>
        <ConfirmButton
          disabled={disabled}
          label={`Dismiss ${name}`}
          consequence="What the job should have done is not done."
          confirmLabel="Dismiss"
          onConfirm={onDismiss}
        />
      </Row>
    </Row>
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

function jobLabel(kind: string): string {
  return JOB_LABELS[kind] ?? kind
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
