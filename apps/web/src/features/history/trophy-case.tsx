import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { ChevronLeft, ChevronRight, Trophy as Cup } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Avatar } from '../../ui/display/avatar.tsx'
import { markedPlatform, PlatformMark } from '../../ui/display/marks.tsx'
import { EmptyState } from '../../ui/feedback/feedback.tsx'
import { IconButton } from '../../ui/forms/button.tsx'
import { useShortList } from '../../ui/layout/disclosure.tsx'
import { Fill, Grid, Row, Stack, Text, useScrollEdges } from '../../ui/layout/layout.tsx'
import edge from '../../ui/navigation/navigation.module.css'
import ui from '../../ui/ui.module.css'
import styles from './history.module.css'
import { useHistoryContext } from './history-context.ts'
import { OwnerButton } from './owners/owner-button.tsx'
import { FactCard, Section } from './section.tsx'
import { TrophyPicture } from './trophy-picture.tsx'
import { type Finisher, formatResult, hasBegun, type Season } from './use-history.ts'

const MEDALS = ['gold', 'silver', 'bronze'] as const

const LEADER_COUNT = 3

type Props = { seasons: readonly Season[]; currentYear: number }

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
    if (!element || !card) return undefined
    // The first call is immediate. The shelf does not scroll yet if its styles are loading.
    const observer = new ResizeObserver(() => {
      if (element.scrollWidth <= element.clientWidth) return
      observer.disconnect()
      // Skip the animation: this is the initial scroll position.
      element.scrollTo({
        left: card.offsetLeft - (element.clientWidth - card.offsetWidth) / 2,
        behavior: 'instant',
      })
    })
    observer.observe(element)
    return () => observer.disconnect()
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
          <Row gap={0}>
            <IconButton
              icon={ChevronLeft}
              iconSize={22}
              label="Earlier seasons"
              aria-disabled={!edges.left}
              onClick={() => scrollShelf(-1)}
            />
            <IconButton
              icon={ChevronRight}
              iconSize={22}
              label="Later seasons"
              aria-disabled={!edges.right}
              onClick={() => scrollShelf(1)}
            />
          </Row>
        ) : null
      }
    >
      <Trophy seasons={seasons} />
      <div
        className={`${edge.edges} ${styles.case}`}
        data-more-left={edges.left || undefined}
        data-more-right={edges.right || undefined}
      >
        <ul ref={shelf} className={styles.shelf}>
          {seasons.map((season) => (
            <li key={season.season} data-season={season.season}>
              <Podium season={season} />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}

function Trophy({ seasons }: Pick<Props, 'seasons'>) {
  const { trophy } = useHistoryContext()
  const latest = seasons.findLast(({ is_finished: isFinished }) => isFinished)
  const champions = latest === undefined ? [] : championsOf(latest)
  if (trophy === null && champions.length === 0) return null
  return (
    <Row gap={4}>
      <TrophyPicture trophy={trophy} />
      {latest === undefined || champions.length === 0 ? null : (
        <Stack gap={0}>
          <span className={ui.note}>
            {champions.length === 1 ? 'Champion' : 'Champions'} of {latest.season}
          </span>
          {champions.map(({ owner, name }) => (
            <Text as="div" key={name} size="xl" weight={700} isTitle>
              {owner === null ? name : <OwnerButton owner={owner} />}
              {owner === null ? null : <p className={ui.note}>{name}</p>}
            </Text>
          ))}
        </Stack>
      )}
    </Row>
  )
}

function Podium({ season }: { season: Season }) {
  const { openOverlay } = useHistoryContext()
  const { season: year, is_finished: isFinished, podium, standings, records_excluded: excluded } = season
  const isStarted = hasBegun(season)
  return (
    <Stack as="article" gap={2} className={`${ui.frame} ${styles.podium}`} aria-label={`Season ${year}`}>
      <Row>
        <Fill>
          <Text as="h3" size="2xl">
            {year}
          </Text>
        </Fill>
        {isFinished ? null : (
          <span className={ui.alert} data-tone="info">
            {isStarted ? 'In progress' : 'Not started'}
          </span>
        )}
        <PlatformMark provider={markedPlatform(season)} />
      </Row>
      {!isFinished ? (
        isStarted ? (
          <Leaders standings={standings} scoring_format={season.scoring_format} />
        ) : (
          <p className={ui.muted}>No games played yet.</p>
        )
      ) : podium.length === 0 ? (
        <p className={ui.muted}>Champion unknown</p>
      ) : (
        <ol className={styles.steps}>
          {podium.map((finisher) => (
            <Step key={`${finisher.rank} ${finisher.name}`} finisher={finisher} />
          ))}
        </ol>
      )}
      {excluded === null ? null : (
        <Text as="p" size="s" tone="warn">
          Excluded from records: {excluded.reason}
        </Text>
      )}
      <button
        type="button"
        className={styles.opener}
        onClick={() => openOverlay({ kind: 'season', season: year })}
      >
        <span className={styles.link}>
          {isFinished ? 'Final standings' : isStarted ? 'Current standings' : 'Teams'}
        </span>
        <span className={ui.note}>{standings.length} teams</span>
      </button>
    </Stack>
  )
}

function Step({ finisher: { owner, name, logo, rank } }: { finisher: Finisher }) {
  const { openOverlay, getPictureUrl, getColor } = useHistoryContext()
  const medal = MEDALS[rank - 1]
  const Box = owner === null ? 'span' : 'button'
  return (
    <Stack as="li" gap={0} className={styles.column} data-medal={medal}>
      <Box
        className={styles.profile}
        {...(owner === null ? {} : { type: 'button', onClick: () => openOverlay({ kind: 'owner', owner }) })}
      >
        <Avatar
          name={owner ?? name}
          src={owner === null ? logo : (getPictureUrl(owner) ?? logo)}
          size={rank === 1 ? 'l' : 'm'}
          color={owner === null ? null : getColor(owner)}
        />
        <Text weight={600} isTitle lines={2}>
          {owner ?? name}
        </Text>
      </Box>
      {owner === null ? null : (
        <Text size="s" tone="muted" lines={2} title={name}>
          {name}
        </Text>
      )}
      <span className={styles.step}>
        {formatOrdinal(rank)}
        <span className={styles.medal}>{rank === 1 ? 'Champion' : medal}</span>
      </span>
    </Stack>
  )
}

function Leaders({ standings, scoring_format: format }: Pick<Season, 'standings' | 'scoring_format'>) {
  return (
    <Stack as="ol" gap={0} isDivided>
      {standings.slice(0, LEADER_COUNT).map(({ team_id: id, rank, owner, name, ...record }) => (
        <Row as="li" key={id} gap={3} style={{ padding: '10px 0' }}>
          <Text size="l" weight={700} isNumeric>
            {rank}
          </Text>
          <Fill>
            <Text as="p" weight={600} isTitle lines={2}>
              {owner ?? name}
            </Text>
            {owner === null ? null : (
              <Text as="p" size="s" tone="muted" lines={1}>
                {name}
              </Text>
            )}
          </Fill>
          <Text size="l" weight={700} isNumeric>
            {formatResult(format, record)}
          </Text>
        </Row>
      ))}
    </Stack>
  )
}

export function HallOfFame({ seasons }: Pick<Props, 'seasons'>) {
  const champions = listChampions(seasons)
  const { className, more } = useShortList(champions.length)
  return (
    <Section title="Hall of Fame">
      {champions.length === 0 ? (
        <EmptyState hint="Your first champion will show up here.">No champion yet.</EmptyState>
      ) : (
        <Grid as="ul" min={250} gap={2} className={className}>
          {champions.map(({ name, isOwner, seasons: years, teams }) => (
            <li key={`${isOwner} ${name}`}>
              <FactCard
                number={
                  <Row as="span" gap={1} className={styles.gold}>
                    <Cup size={20} aria-hidden="true" />
                    {years.length}
                    <span className={ui.hidden}>{years.length === 1 ? ' title' : ' titles'}</span>
                  </Row>
                }
                name={
                  isOwner ? (
                    <OwnerButton owner={name} picture="s" />
                  ) : (
                    <Row as="span">
                      <Avatar name={name} src={null} /> {name}
                    </Row>
                  )
                }
                context={
                  <Text lines={1}>
                    {years.join(', ')}
                    {isOwner ? ` · ${teams.join(', ')}` : ''}
                  </Text>
                }
              />
            </li>
          ))}
        </Grid>
      )}
      {more}
    </Section>
  )
}

/** The champion of a finished season, or several if the title is shared. Empty if unknown. */
function championsOf({ podium }: Pick<Season, 'podium'>): Finisher[] {
  return podium.filter(({ rank }) => rank === 1)
}

type Champion = {
  /** The owner's name, or the team's name if it had no owner. */
  name: string
  isOwner: boolean
  /** Championship seasons, oldest first. */
  seasons: number[]
  /** Distinct team names of those seasons, oldest first. */
  teams: string[]
}

/** Lists all champions, most titles first, then most recent title first. */
export function listChampions(seasons: readonly Season[]): Champion[] {
  const champions = new Map<string, Champion>()
  for (const { season, ...rest } of seasons) {
    for (const champion of championsOf(rest)) {
      const isOwner = champion.owner !== null
      const name = champion.owner ?? champion.name
      const key = `${isOwner} ${name}`
      const entry = champions.get(key) ?? { name, isOwner, seasons: [], teams: [] }
      if (!entry.seasons.includes(season)) entry.seasons.push(season)
      if (!entry.teams.includes(champion.name)) entry.teams.push(champion.name)
      champions.set(key, entry)
    }
  }
  return [...champions.values()].sort(
    (a, b) => b.seasons.length - a.seasons.length || (b.seasons.at(-1) ?? 0) - (a.seasons.at(-1) ?? 0),
  )
}

/** Last year's, or else the newest before it, or else the oldest. */
export function initialSeason(seasons: readonly number[], currentYear: number): number | undefined {
  return seasons.findLast((season) => season <= currentYear - 1) ?? seasons[0]
}
