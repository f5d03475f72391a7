import { useQuery } from '@tanstack/react-query'
import type { ApiResponse } from '../../../api/api-client.ts'
import { leagueQuery } from '../../../api/operations.ts'
import { Bar, Track } from '../../../ui/display/track.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { formatBytes } from '../../../ui/format/bytes.ts'
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../leagues.module.css'

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
