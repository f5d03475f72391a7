import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { ChevronRight } from 'lucide-react'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import ui from '../../../ui/ui.module.css'
import { type MyLeague, ROLE_NAMES } from '../use-leagues.ts'
import { GameStrip } from './game-strip.tsx'
import styles from './league-list.module.css'
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
    <ul className={styles.list} data-fills={gameOf !== undefined || undefined}>
      {leagues.map((league) => (
        <li key={league.name}>
          <button
            type="button"
            className={`${ui.frame} ${styles.league}`}
            onClick={() => onOpen(league.name)}
          >
            <span className={styles.summary}>
              <Avatar
                name={league.team?.name ?? league.name}
                src={league.team?.logo ?? null}
                size="m"
                color={league.team?.color}
              />
              <span className={styles.text}>
                <span className={styles.name}>{league.name}</span>
                <span className={ui.note}>
                  {[league.season === null ? null : `Season ${league.season}`, ROLE_NAMES[league.role]]
                    .filter(Boolean)
                    .join(' • ')}
                </span>
                {league.team === null ? null : (
                  <span className={`${ui.note} ${styles.team}`}>{league.team.name}</span>
                )}
              </span>
              {league.team === null ? null : <TeamStanding team={league.team} />}
              <ChevronRight className={styles.chevron} size={20} aria-hidden="true" />
            </span>
            {gameOf === undefined ||
            league.team === null ||
            !hasMatchups(league.team.scoring_format) ? null : (
              <GameStrip game={gameOf(league.name)} />
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

export function LeagueListSkeleton() {
  return (
    <div className={styles.list}>
      <Skeleton label="Loading leagues" rows={1} height={84} />
    </div>
  )
}

function TeamStanding({ team }: { team: NonNullable<MyLeague['team']> }) {
  return (
    <span className={styles.standing}>
      <span className={styles.rank}>{team.rank === null ? '—' : formatOrdinal(team.rank)}</span>
      <span className={styles.record}>
        {hasMatchups(team.scoring_format) ? formatRecord(team) : `${formatPoints(team.points_for)} points`}
      </span>
    </span>
  )
}
