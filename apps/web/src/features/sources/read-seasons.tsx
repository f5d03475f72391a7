import { useQuery } from '@tanstack/react-query'
import { ErrorNotice, Notice } from '../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../ui/feedback/progress.tsx'
import { Button } from '../../ui/forms/button.tsx'
import ui from '../../ui/ui.module.css'
import { isRunning, jobsQuery, type Source, useReadSeasons } from './use-sources.ts'

type Props = {
  league: string
  source: Source
  /** The name of the source, such as `Sleeper league 918335334096846848`. */
  name: string
}

/** Reads all seasons of a source that has none yet, and shows the progress and the result. */
export function ReadSeasons({ league, source, name }: Props) {
  const read = useReadSeasons(league)
  const running = useQuery(jobsQuery(league)).data?.jobs.find(isRunning)
  const action = read.data === undefined ? 'Read its seasons' : 'Try again'
  const isBusy = read.isPending || running !== undefined
  if (source.seasons.length > 0 && !read.isPending && read.data === undefined && read.error === null)
    return null
  return (
    <div className={ui.stack8}>
      {isBusy ? (
        <>
          <ProgressBar
            label={`Reading ${name}`}
            step={running?.step || 'Contacting the platform…'}
            done={running?.done ?? 0}
            total={running?.total ?? null}
          />
          <p className={ui.note}>This keeps running in the background.</p>
        </>
      ) : null}
      <ErrorNotice error={read.error} fallback="Something went wrong." />
      {read.data === undefined || isBusy ? null : <Result result={read.data} />}
      {isBusy || (read.data !== undefined && read.data.failed.length === 0) ? null : (
        <div>
          <Button variant="strong" onClick={() => read.mutate(source)} aria-label={`${action}: ${name}`}>
            {action}
          </Button>
        </div>
      )}
    </div>
  )
}

type ResultProps = { result: NonNullable<ReturnType<typeof useReadSeasons>['data']> }

function Result({ result: { ingested, skipped, failed } }: ResultProps) {
  const years = [...new Set([...ingested, ...skipped])].sort((a, b) => a - b)
  return (
    <Notice tone={failed.length > 0 ? 'warn' : years.length > 0 ? 'good' : 'info'}>
      <p>{years.length === 0 ? 'No season was found.' : `Read ${years.join(', ')}.`}</p>
      {failed.map(({ year, reason }) => (
        <p key={year}>
          {year}: {reason}
        </p>
      ))}
    </Notice>
  )
}
