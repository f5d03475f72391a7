import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { markedPlatform, PlatformMark } from '../../../ui/display/platform-mark.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../../ui/forms/button.tsx'
import { useScrollEdges } from '../../../ui/layout/measure.ts'
import edge from '../../../ui/navigation/horizontal-scroller.module.css'
import ui from '../../../ui/ui.module.css'
import { useHistoryContext } from '../history-context.ts'
import { formatResult, hasBegun } from '../season-status.ts'
import { Section } from '../section.tsx'
import type { Finisher, Season } from '../use-history.ts'
import { championsOf, initialSeason } from './trophies.ts'
import styles from './trophy-case.module.css'
import { TrophyPicture } from './trophy-picture.tsx'

const MEDALS = ['gold', 'silver', 'bronze'] as const

/** How many teams of a season in progress are shown. */
const LEADER_COUNT = 3

type Props = { seasons: readonly Season[]; currentYear: number }

/** One podium per season in a horizontal scroller, initially scrolled to last year's season. */
export function TrophyCase({ seasons, currentYear }: Props) {
  const shelf = useRef<HTMLUListElement>(null)
  const edges = useScrollEdges(shelf)
  const initial = initialSeason(
    seasons.map(({ season }) => season),
    currentYear,
  )
  useLayoutEffect(() => {
    const element = shelf.current
    const card = element?.querySelector<HTMLElement>(`[data-season="${initial}"]`)
    // Skip the animation: this is the initial scroll position.
    if (element && card)
      element.scrollTo({
        left: card.offsetLeft - (element.clientWidth - card.offsetWidth) / 2,
        behavior: 'instant',
      })
  }, [initial])

  if (seasons.length === 0) {
    return (
      <Section title="Trophy Case">
        <EmptyState hint="Past seasons show up here once an admin backfills or uploads them.">
          No seasons yet.
        </EmptyState>
      </Section>
    )
  }
  const scrollShelf = (direction: 1 | -1) => {
    const element = shelf.current
    element?.scrollBy({ left: direction * Math.max(240, element.clientWidth * 0.8), behavior: 'smooth' })
  }
  return (
    <Section
      title="Trophy Case"
      aside={
        edges.left || edges.right ? (
          <div className={styles.scrollButtons}>
            <IconButton label="Earlier seasons" aria-disabled={!edges.left} onClick={() => scrollShelf(-1)}>
              <ChevronLeft size={22} aria-hidden="true" />
            </IconButton>
            <IconButton label="Later seasons" aria-disabled={!edges.right} onClick={() => scrollShelf(1)}>
              <ChevronRight size={22} aria-hidden="true" />
            </IconButton>
          </div>
        ) : null
      }
    >
      <Trophy seasons={seasons} />
      <div
        className={`${edge.edges} ${styles.frame}`}
        data-more-left={edges.left || undefined}
        data-more-right={edges.right || undefined}
      >
        <ul ref={shelf} className={styles.shelf}>
          {seasons.map((season) => (
            <li key={season.season} data-season={season.season} className={styles.item}>
              <Podium season={season} />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}

/** The trophy, and who has it: the champion of the latest finished season, or its champions. */
function Trophy({ seasons }: Pick<Props, 'seasons'>) {
  const { trophy } = useHistoryContext()
  const latest = seasons.findLast(({ is_finished: isFinished }) => isFinished)
  const champions = latest === undefined ? [] : championsOf(latest)
  if (trophy === null && champions.length === 0) return null
  return (
    <div className={styles.trophy}>
      <TrophyPicture trophy={trophy} />
      {latest === undefined || champions.length === 0 ? null : (
        <div className={styles.holder}>
          <span className={ui.note}>
            {champions.length === 1 ? 'Champion' : 'Champions'} of {latest.season}
          </span>
          {champions.map((champion) => (
            <Holder key={champion.name} champion={champion} />
          ))}
        </div>
      )}
    </div>
  )
}

function Holder({ champion: { owner, name } }: { champion: Finisher }) {
  const { openOverlay } = useHistoryContext()
  if (owner === null) return <span className={styles.holderName}>{name}</span>
  return (
    <>
      <button
        type="button"
        className={styles.holderName}
        onClick={() => openOverlay({ kind: 'owner', owner })}
      >
        {owner}
      </button>
      <span className={styles.team}>{name}</span>
    </>
  )
}

/** The top three of a finished season, or the current leaders. Opens the season's standings. */
function Podium({ season }: { season: Season }) {
  const { openOverlay } = useHistoryContext()
  const { season: year, is_finished: isFinished, podium, standings, records_excluded: excluded } = season
  const isStarted = hasBegun(season)
  return (
    <article className={`${ui.frame} ${styles.season}`} aria-label={`Season ${year}`}>
      <header className={styles.header}>
        <h3 className={styles.year}>{year}</h3>
        {isFinished ? null : (
          <span className={ui.alert} data-tone="info">
            {isStarted ? 'In progress' : 'Not started'}
          </span>
        )}
        <PlatformMark provider={markedPlatform(season)} />
      </header>
      {isFinished ? (
        <PodiumSteps podium={podium} />
      ) : isStarted ? (
        <Leaders standings={standings} scoring_format={season.scoring_format} />
      ) : (
        <p className={styles.empty}>No games played yet.</p>
      )}
      {excluded === null ? null : <p className={styles.excluded}>Excluded from records: {excluded.reason}</p>}
      <button
        type="button"
        className={styles.standingsButton}
        onClick={() => openOverlay({ kind: 'season', season: year })}
      >
        {isFinished ? 'Final standings' : isStarted ? 'Current standings' : 'Teams'}
        <span className={styles.teamCount}>{standings.length} teams</span>
      </button>
    </article>
  )
}

function PodiumSteps({ podium }: Pick<Season, 'podium'>) {
  if (podium.length === 0) return <p className={styles.empty}>Champion unknown</p>
  return (
    <ol className={styles.steps}>
      {podium.map((finisher) => (
        <li
          key={`${finisher.rank} ${finisher.name}`}
          className={styles.column}
          data-medal={MEDALS[finisher.rank - 1]}
        >
          <PodiumFinisher finisher={finisher} isChampion={finisher.rank === 1} />
          <span className={styles.step}>
            {formatOrdinal(finisher.rank)}
            <span className={styles.medal}>
              {finisher.rank === 1 ? 'Champion' : MEDALS[finisher.rank - 1]}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

type PodiumFinisherProps = { finisher: Finisher; isChampion: boolean }

function PodiumFinisher({ finisher: { owner, name, logo }, isChampion }: PodiumFinisherProps) {
  const { openOverlay, getPictureUrl, getColor } = useHistoryContext()
  const profile = (
    <>
      <Avatar
        name={owner ?? name}
        src={owner === null ? logo : (getPictureUrl(owner) ?? logo)}
        size={isChampion ? 'l' : 'm'}
        color={owner === null ? null : getColor(owner)}
      />
      <span className={`${ui.twoLines} ${styles.owner}`}>{owner ?? name}</span>
    </>
  )
  return (
    <span className={styles.finisher}>
      {owner === null ? (
        <span className={styles.profile}>{profile}</span>
      ) : (
        <>
          <button
            type="button"
            className={styles.profile}
            onClick={() => openOverlay({ kind: 'owner', owner })}
          >
            {profile}
          </button>
          <span className={`${ui.twoLines} ${styles.team}`} title={name}>
            {name}
          </span>
        </>
      )}
    </span>
  )
}

function Leaders({ standings, scoring_format: format }: Pick<Season, 'standings' | 'scoring_format'>) {
  return (
    <ol className={styles.leaders}>
      {standings.slice(0, LEADER_COUNT).map(({ team_id: id, rank, owner, name, ...record }) => (
        <li key={id}>
          <span className={styles.rank}>{rank}</span>
          <span className={styles.leader}>
            <span className={`${ui.twoLines} ${styles.owner}`}>{owner ?? name}</span>
            {owner === null ? null : <span className={`${ui.twoLines} ${styles.team}`}>{name}</span>}
          </span>
          <span className={styles.record}>{formatResult(format, record)}</span>
        </li>
      ))}
    </ol>
  )
}
