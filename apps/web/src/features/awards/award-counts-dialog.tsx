import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '../../router/link.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { SegmentedControl } from '../../ui/forms/radio-group.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { AWARD_TEXTS } from './award-texts.ts'
import { type AwardCounts, awardCountsQuery } from './read-awards.ts'
import styles from './week-awards.module.css'

type Props = { league: string; season: number; onClose: () => void }

/** How often everybody has won each award, in the season or in all. */
export function AwardCountsDialog({ league, season, onClose }: Props) {
  const [range, setRange] = useState<'season' | 'all'>('season')
  const query = useQuery(awardCountsQuery(league, range === 'all' ? null : season))
  return (
    <Dialog title="Weekly awards" onClose={onClose}>
      <div className={ui.stack12}>
        <SegmentedControl
          label="Seasons"
          options={[
            { value: 'season', label: `${season}` },
            { value: 'all', label: 'All time' },
          ]}
          value={range}
          onChange={setRange}
        />
        <Loaded query={query} name="awards" rows={6} height={72}>
          {(counts) => <People counts={counts} />}
        </Loaded>
      </div>
    </Dialog>
  )
}

function People({ counts: { owners, seasons, lineup_seasons: withLineups } }: { counts: AwardCounts }) {
  if (owners.length === 0) return <EmptyState>No week of the regular season is final yet.</EmptyState>
  const without = seasons.filter((season) => !withLineups.includes(season))
  return (
    <>
      <ul className={`${ui.divided} ${styles.people}`}>
        {byAwards(owners).map((owner) => (
          <li key={`${owner.slug} ${owner.team}`} className={styles.person}>
            <Avatar name={owner.name} src={owner.picture} size="m" />
            <div className={ui.stack8}>
              <p className={ui.breakable}>
                {owner.slug === null ? (
                  <strong>{owner.name}</strong>
                ) : (
                  <Link to={{ tab: 'history', owners: [owner.name] }}>{owner.name}</Link>
                )}
                {owner.team === owner.name ? null : <span className={ui.note}> {owner.team}</span>}
              </p>
              <ul className={styles.counts}>
                {listCounts(owner.counts).map(({ label, count }) => (
                  <li key={label} className={ui.badge}>
                    {count}× {label}
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
      {without.length === 0 ? null : (
        <p className={ui.note}>
          No lineups are stored of {formatSeasons(without)}, so awards for lineups are missing there.
        </p>
      )}
    </>
  )
}

/** Who has most of the awards that are shown first. */
function byAwards(owners: AwardCounts['owners']) {
  const total = ({ counts }: AwardCounts['owners'][number]) =>
    listCounts(counts).reduce((sum, { count }) => sum + count, 0)
  return owners.toSorted((a, b) => total(b) - total(a))
}

/** Most often first. */
export function listCounts(counts: AwardCounts['owners'][number]['counts']) {
  return Object.entries(AWARD_TEXTS)
    .flatMap(([name, { label }]) => {
      const count = counts[name as keyof typeof counts] ?? 0
      return count === 0 ? [] : [{ label, count }]
    })
    .sort((a, b) => b.count - a.count)
}

/** Neighboring seasons as a range, such as `2015–2018, 2020`. */
function formatSeasons(seasons: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const season of seasons) {
    const range = ranges.at(-1)
    if (range !== undefined && range[1] === season - 1) range[1] = season
    else ranges.push([season, season])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}
