import { useQuery } from '@tanstack/react-query'
import { useSend } from '../../api/operations.ts'
import { useConfirmedDownload } from '../../api/use-confirmed-download.ts'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { ErrorNotice, Notice } from '../../ui/feedback/notice.tsx'
import { formatBytes } from '../../ui/format/bytes.ts'
import { formatCount } from '../../ui/format/count.ts'
import { formatDateTime, formatDay } from '../../ui/format/date-time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { type Backups, backupsQuery } from './use-site.ts'

type Backup = Backups['backups'][number]

export function BackupsSection() {
  const backups = useQuery(backupsQuery)
  return (
    <Loaded query={backups} name="backups" rows={3} height={52}>
      {(loaded) => <LoadedBackups backups={loaded} />}
    </Loaded>
  )
}

function LoadedBackups({ backups }: { backups: Backups }) {
  const make = useSend('POST /api/site/backups/', () => ({}), { onSettled: [backupsQuery.queryKey] })
  const download = useConfirmedDownload()
  const isMaking = make.isPending || backups.is_running
  return (
    <Stack gap={4}>
      <Problems backups={backups} />
      <Stack gap={1}>
        <p>
          {backups.is_scheduled
            ? 'The server makes a backup every night. The last seven days stay, and four weeks before.'
            : 'Nightly backups are off: BACKUPS is set to off.'}{' '}
          Stored in <span className={ui.breakable}>{backups.location}</span>.
        </p>
        <LastCheck backups={backups} />
      </Stack>
      <ErrorNotice error={make.error ?? download.error} fallback="Something went wrong. Try again." />
      {backups.backups.length > 0 ? (
        <DataTable
          caption="Backups"
          columns={columnsOf(download.linkTo)}
          rows={backups.backups}
          keyOf={({ name }) => name}
        />
      ) : backups.storage_error === null ? (
        <EmptyState hint={backups.is_scheduled ? 'The first one is made within an hour.' : undefined}>
          No backups yet.
        </EmptyState>
      ) : null}
      <Row wraps gap={3}>
        {/* Not disabled, so that it keeps the focus. */}
        <Button aria-disabled={isMaking || undefined} onClick={() => (isMaking ? undefined : make.mutate())}>
          {isMaking ? 'Making a backup…' : 'Make a backup now'}
        </Button>
      </Row>
      <p className={ui.note}>
        Backups contain password hashes and email addresses, but not the secret key: store SECRET_KEY, or the
        file secret-key of the data directory, in another place. To restore one, run npm run restore.
      </p>
    </Stack>
  )
}

function Problems({ backups }: { backups: Backups }) {
  const { storage_error: storageError, last_backup: last, is_overdue: isOverdue } = backups
  return (
    <>
      {isOverdue ? (
        <Notice tone="warn">
          There has been no backup for two days.{' '}
          {last?.error == null ? 'See the log of the server for the reason.' : ''}
        </Notice>
      ) : null}
      {last?.error == null ? null : (
        <Notice tone="bad">
          The last backup failed <RelativeTime at={last.at} />: {last.error}
        </Notice>
      )}
      {storageError === null ? null : <Notice tone="bad">The backups can't be listed: {storageError}</Notice>}
    </>
  )
}

function LastCheck({ backups: { last_check: check, is_checking: isChecking } }: { backups: Backups }) {
  if (isChecking) return <Text tone="muted">The newest backup is being restored for a check…</Text>
  if (check === null)
    return <Text tone="muted">Once a week, the newest one is restored for a check. Not checked yet.</Text>
  const { restored, error } = check
  if (error !== null || restored === null)
    return (
      <Notice tone="bad">
        The check of the newest backup failed <RelativeTime at={check.at} />: {error}
      </Notice>
    )
  const { rows, files, missing_files: missing } = restored
  return (
    <Text tone="good">
      Checked <RelativeTime at={check.at} /> by restoring it: {formatCount(rows, 'row')} and{' '}
      {formatCount(files, 'file')}, all there.
      {missing === 0 ? '' : ` ${formatCount(missing, 'media file')} had been missing before.`}
    </Text>
  )
}

type LinkTo = ReturnType<typeof useConfirmedDownload>['linkTo']

function columnsOf(linkTo: LinkTo): Column<Backup>[] {
  return [
    {
      label: 'Made',
      kind: 'head',
      // There is one a day.
      cell: ({ made_at: at }) => (
        <time dateTime={at} title={formatDateTime(new Date(at))}>
          {formatDay(new Date(at))}
        </time>
      ),
    },
    { label: 'Size', value: ({ bytes }) => formatBytes(bytes) },
    {
      label: 'Download',
      kind: 'action',
      cell: ({ name, made_at: at }) => {
        const url = `/api/site/backups/${encodeURIComponent(name)}/`
        const label = `Download the backup of ${formatDateTime(new Date(at))}`
        return (
          <a className={ui.standaloneLink} href={url} aria-label={label} {...linkTo(url)}>
            Download
          </a>
        )
      },
    },
  ]
}
