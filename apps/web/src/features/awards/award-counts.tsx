import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TeamCell } from '../../ui/display/team.tsx'
import { EmptyState, Loaded } from '../../ui/feedback/feedback.tsx'
import { formatPoints, formatSeasonRanges } from '../../ui/format/format.ts'
import { SegmentedControl } from '../../ui/forms/field.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { type AwardCounts, awardCountsQuery, type WeeklyAward } from './read-awards.ts'

type Props = { league: string; season: number; onClose: () => void }

type Counts = AwardCounts['owners'][number]['counts']

export function AwardCountsDialog({ league, season, onClose }: Props) {
  const [range, setRange] = useState<'season' | 'all'>('season')
  const query = useQuery(awardCountsQuery(league, range === 'all' ? null : season))
  return (
    <Dialog title="Weekly awards" onClose={onClose}>
      <Stack gap={3}>
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
      </Stack>
    </Dialog>
  )
}

function People({ counts: { owners, seasons, lineup_seasons: withLineups } }: { counts: AwardCounts }) {
  if (owners.length === 0) return <EmptyState>No week of the regular season is final yet.</EmptyState>
  const without = seasons.filter((season) => !withLineups.includes(season))
  return (
    <>
      <Stack as="ul" gap={0} isDivided>
        {owners
          .toSorted((a, b) => totalOf(b.counts) - totalOf(a.counts))
          .map(({ slug, name, picture, team, counts }) => (
            <Stack as="li" key={`${slug} ${team}`} gap={2} style={{ padding: '12px 0' }}>
              <TeamCell
                team={{ name, logo: picture }}
                to={slug === null ? undefined : { tab: 'history', owners: [name] }}
              >
                {team === name ? null : <span className={ui.note}>{team}</span>}
              </TeamCell>
              <AwardCountList counts={counts} />
            </Stack>
          ))}
      </Stack>
      {without.length === 0 ? null : (
        <p className={ui.note}>
          No lineups are stored of {formatSeasonRanges(without)}, so awards for lineups are missing there.
        </p>
      )}
    </>
  )
}

/** How often each award was won, most often first. */
function AwardCountList({ counts }: { counts: Counts }) {
  return (
    <Row as="ul" wraps>
      {listCounts(counts).map(({ label, count }) => (
        <li key={label} className={ui.chip}>
          {count}× {label}
        </li>
      ))}
    </Row>
  )
}

export function OwnerAwards({ league, owner }: { league: string; owner: string }) {
  const query = useQuery(awardCountsQuery(league, null))
  return (
    <Stack as="section" gap={2} aria-label="Weekly awards">
      <h4>Weekly awards</h4>
      <Loaded query={query} name="awards" rows={1} height={32}>
        {({ owners }) => {
          const own = owners.find(({ name, slug }) => slug !== null && name === owner)
          return own === undefined || totalOf(own.counts) === 0 ? (
            <p className={ui.note}>No weekly awards yet.</p>
          ) : (
            <AwardCountList counts={own.counts} />
          )
        }}
      </Loaded>
    </Stack>
  )
}

function listCounts(counts: Counts) {
  return Object.entries(AWARD_TEXTS)
    .flatMap(([name, { label }]) => {
      const count = counts[name as keyof typeof counts] ?? 0
      return count === 0 ? [] : [{ label, count }]
    })
    .sort((a, b) => b.count - a.count)
}

function totalOf(counts: Counts): number {
  return listCounts(counts).reduce((sum, { count }) => sum + count, 0)
}

type AwardName = WeeklyAward['name']

type AwardText = {
  label: string
  rule: string
  describe: (award: Pick<WeeklyAward, 'value' | 'player'>) => string
}

const points = (value: number) => `${formatPoints(value)} points`
const nameOf = ({ player }: Pick<WeeklyAward, 'player'>) => player?.name ?? 'A starter'
/** A margin can be smaller than a tenth. */
const margin = (value: number) => (value < 0.1 ? value.toFixed(2) : formatPoints(value))

/** The awards of a scoreboard, in order. The others are part of other screens. */
export const AWARD_TEXTS: Partial<Record<AwardName, AwardText>> = {
  top_score: { label: 'Top score', rule: 'the highest score', describe: ({ value }) => points(value) },
  lowest_score: { label: 'Lowest score', rule: 'the lowest score', describe: ({ value }) => points(value) },
  heartbreak: {
    label: 'Heartbreak',
    rule: 'the highest score that lost',
    describe: ({ value }) => `Lost with ${formatPoints(value)}`,
  },
  robbery: {
    label: 'Robbery',
    rule: 'the lowest score that won',
    describe: ({ value }) => `Won with ${formatPoints(value)}`,
  },
  blowout: {
    label: 'Blowout',
    rule: 'the largest win',
    describe: ({ value }) => `Won by ${margin(value)}`,
  },
  nail_biter: {
    label: 'Nail-biter',
    rule: 'the closest win',
    describe: ({ value }) => `Won by ${margin(value)}`,
  },
  player_of_the_week: {
    label: 'Player of the week',
    rule: 'the starter with the most points',
    describe: (award) => `${nameOf(award)}, ${formatPoints(award.value)}`,
  },
  pickup_of_the_week: {
    label: 'Pickup of the week',
    rule: 'the best starter whom the team picked up from waivers or free agency',
    describe: (award) => `${nameOf(award)}, ${formatPoints(award.value)}`,
  },
  perfect_lineup: {
    label: 'Perfect lineup',
    rule: 'no other lineup would have scored more',
    describe: ({ value }) => `All ${formatPoints(value)} possible`,
  },
  bench_blunder: {
    label: 'Bench blunder',
    rule: 'the most points left on the bench, compared with the best lineup',
    describe: ({ value }) => `${formatPoints(value)} left on the bench`,
  },
  asleep: {
    label: 'Asleep',
    rule: 'an empty starting slot, or a starter on a bye',
    describe: ({ value }) => (value === 1 ? 'One slot without a player' : `${value} slots without a player`),
  },
}
