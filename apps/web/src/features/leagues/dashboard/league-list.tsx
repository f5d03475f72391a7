import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { ChevronRight } from 'lucide-react'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { Fill, Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../leagues.module.css'
import { type MyLeague, ROLE_NAMES } from '../use-leagues.ts'
import { GameStrip } from './game-strip.tsx'
import type { DashboardGame } from './use-dashboard.ts'

type Props = {
  leagues: readonly MyLeague[]
  onOpen: (league: string) => void
  /** The game of the user's team in a league; null without one, undefined while it is unknown. Absent for no games. */
  gameOf?: (league: string) => DashboardGame | null | undefined
}

/** A button per league with its season, the user's role, and the rank and record of the user's team. */
export function LeagueList({ leagues, onOpen, gameOf }: Props) {
  return (
    <Grid as="ul" min={340} gap={3} className={styles.leagues} data-fills={gameOf !== undefined || undefined}>
      {leagues.map((league) => (
        <li key={league.name}>
          <button
            type="button"
            className={`${ui.frame} ${ui.opens} ${styles.league}`}
            onClick={() => onOpen(league.name)}
          >
            <Row as="span" gap={3} className={styles.summary}>
              <Avatar
                name={league.team?.name ?? league.name}
                src={league.team?.logo ?? null}
                size="m"
                color={league.team?.color}
              />
              <Fill as="span">
                <Stack as="span" gap={0}>
                  <Text isTitle size="l" weight={700}>
                    {league.name}
                  </Text>
                  <span className={ui.note}>
                    {[league.season === null ? null : `Season ${league.season}`, ROLE_NAMES[league.role]]
                      .filter(Boolean)
                      .join(' • ')}
                  </span>
                  {league.team === null ? null : (
                    <Text size="s" tone="muted" lines={1}>
                      {league.team.name}
                    </Text>
                  )}
                </Stack>
              </Fill>
              {league.team === null ? null : <TeamStanding team={league.team} />}
              <ChevronRight className={ui.muted} size={20} aria-hidden="true" />
            </Row>
            {gameOf === undefined ||
            league.team === null ||
            !hasMatchups(league.team.scoring_format) ? null : (
              <GameStrip game={gameOf(league.name)} />
            )}
          </button>
        </li>
      ))}
    </Grid>
  )
}

export function LeagueListSkeleton() {
  return (
    <Grid min={340}>
      <Skeleton label="Loading leagues" rows={1} height={84} />
    </Grid>
  )
}

function TeamStanding({ team }: { team: NonNullable<MyLeague['team']> }) {
  return (
    <Stack as="span" gap={0}>
      <Text isNumeric size="2xl" weight={700}>
        {team.rank === null ? '—' : formatOrdinal(team.rank)}
      </Text>
      <Text isNumeric tone="muted">
        {hasMatchups(team.scoring_format) ? formatRecord(team) : `${formatPoints(team.points_for)} points`}
      </Text>
    </Stack>
  )
}
