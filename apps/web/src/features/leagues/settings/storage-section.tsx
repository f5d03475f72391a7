import { useQuery } from '@tanstack/react-query'
import type { ApiResponse } from '../../../api/api-client.ts'
import { leagueQuery } from '../../../api/operations.ts'
import { useConfirmedDownload } from '../../../api/use-confirmed-download.ts'
import { EmptyState, ErrorNotice, Loaded } from '../../../ui/feedback/feedback.tsx'
import { Bar, Track } from '../../../ui/feedback/progress.tsx'
import { formatBytes } from '../../../ui/format/bytes.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../leagues.module.css'
import { archiveUrl, useDeleteLeague } from './settings-section.tsx'

type Storage = ApiResponse<'GET /api/league/:league/storage/'>

/** A meter changes its color from this share on. */
const NEARLY_FULL = 0.8

const MAX_PEOPLE = 5

const storageQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/storage/', ['storage'], { league })

export function StorageSection({ league }: { league: string }) {
  const usage = useQuery(storageQuery(league))
  return (
    <section className={ui.subsection} aria-label="Space for images and videos">
      <h3>Space for images and videos</h3>
      <Loaded query={usage} name="the used space" rows={1} height={52}>
        {(loaded) => <StorageUsage usage={loaded} />}
      </Loaded>
    </section>
  )
}

function StorageUsage({ usage }: { usage: Storage }) {
  const { used_bytes: used, limit_bytes: limit, person_limit_bytes: personLimit, people } = usage
  const others = people.length - MAX_PEOPLE
  return (
    <>
      <SpaceMeter label="This league" used={used} limit={limit} />
      {people.length === 0 ? null : (
        <>
          <p>
            What people have uploaded here. In all leagues together, a person may use{' '}
            {formatBytes(personLimit)}.
          </p>
          <Stack as="ul" gap={3}>
            {people.slice(0, MAX_PEOPLE).map(({ username, used_bytes: usedByPerson }) => (
              <li key={username}>
                <SpaceMeter label={username} used={usedByPerson} limit={personLimit} />
              </li>
            ))}
          </Stack>
          {others > 0 ? <p>And {others} more with less.</p> : null}
        </>
      )}
      {used < limit * NEARLY_FULL ? null : (
        <p>Authors and league admins can delete images and videos in League Social.</p>
      )}
    </>
  )
}

function SpaceMeter({ label, used, limit }: { label: string; used: number; limit: number }) {
  const size = `${formatBytes(used)} of ${formatBytes(limit)}`
  return (
    <Stack gap={1} className={styles.page}>
      <Row isSpread>
        <Text weight={600} lines={1}>
          {label}
        </Text>
        <Text tone="muted">{size}</Text>
      </Row>
      <meter className={ui.hidden} aria-label={label} value={used} max={limit} aria-valuetext={size} />
      <Track>
        <Bar to={Math.min(1, used / limit)} data-tone={used < limit * NEARLY_FULL ? undefined : 'bad'} />
      </Track>
    </Stack>
  )
}

type Props = { league: string; canManage: boolean; onDeleted: () => void }

export function DeleteLeagueSection({ league, canManage, onDeleted }: Props) {
  const form = useForm({
    initial: { name: '' },
    mutation: useDeleteLeague(league),
    toRequest: ({ name }) => (name === league ? name : null),
    onSent: onDeleted,
  })
  const download = useConfirmedDownload()
  if (!canManage || league === '')
    return <EmptyState>Only league admins can export or delete the league.</EmptyState>

  return (
    <Stack>
      <p>
        The archive contains all data of {league}: seasons, picks, the feed, pictures and CSV files for
        spreadsheets. It doesn't include passwords or cookies.
      </p>
      <ErrorNotice error={download.error} fallback="Failed to download the archive." />
      <a className={ui.standaloneLink} href={archiveUrl(league)} {...download.linkTo(archiveUrl(league))}>
        Download the {league} archive
      </a>
      <ActionForm
        form={form}
        className={ui.subsection}
        label="Delete league"
        action="Delete permanently"
        busy="Deleting…"
        fallback="Failed"
        isStrong={false}
      >
        <h3>Delete {league}</h3>
        <p>Permanently deletes the league for everyone. Download a backup first.</p>
        <TextField
          {...form.field('name')}
          label={`Type “${league}” to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </ActionForm>
    </Stack>
  )
}
