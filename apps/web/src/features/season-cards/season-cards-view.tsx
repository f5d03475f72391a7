import { describeFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, type SeasonViewProps, shareImage, standingsQuery } from '../../api/operations.ts'
import { Link } from '../../router/link.tsx'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { ShareButton, useCopy } from '../../router/sharing.tsx'
import { teamColorStyle } from '../../theme/team-color.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Loaded, notStored, type Reason, Unavailable } from '../../ui/feedback/feedback.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Fill, Row, Stack, Text, useMediaQuery } from '../../ui/layout/layout.tsx'
import { SeasonChooser, TabHeader } from '../../ui/navigation/tab-header.tsx'
import { useSwipe } from '../../ui/navigation/use-swipe.ts'
import { type ExplainedFigure, Explanation, SidePanel } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { explainPositions, explainReport } from '../insights/grades/read-grades.ts'
import styles from './season-cards.module.css'

/** The view with the cards of the league. The other one has those of a team, by default the reader's. */
const LEAGUE_VIEW = 'league-cards'
const TEAM_VIEW = 'cards'

export function SeasonCardsView({ league, seasons }: SeasonViewProps) {
  const router = useRouter()
  const isPhone = useMediaQuery('(max-width: 719px)')
  const { season: asked, team, view } = useLocation()
  // The newest season that has cards. A team can have another number in the current one.
  const newest = useQuery({
    ...seasonCardsQuery(league, { season: null, team: null }),
    enabled: asked === null,
  })
  const season = asked ?? newest.data?.season ?? null
  const standings = useQuery({ ...standingsQuery(league, season), enabled: season !== null })
  const mine = standings.data?.standings.find((each) => each.is_mine)?.team_id ?? null
  const shown = view === LEAGUE_VIEW ? null : (team ?? mine)
  const query = useQuery({
    ...seasonCardsQuery(league, { season, team: shown }),
    // Whose cards are shown depends on the reader's team.
    enabled: season !== null && (view === LEAGUE_VIEW || team !== null || !standings.isPending),
    placeholderData: keepPreviousData,
  })
  const year = season ?? query.data?.season ?? null
  const title = year === null ? 'Season cards' : `Season ${year} in cards`
  useTitle(title)
  const choosers = (
    <>
      {query.data === undefined ? null : <TeamChooser teams={query.data.teams} shown={shown} mine={mine} />}
      <SeasonChooser
        seasons={seasons}
        season={year ?? seasons[0]}
        // A team can have had another number in another season.
        onChoose={(chosen) => router.navigate({ season: chosen, team: null })}
      />
    </>
  )
  const content = (
    <Loaded query={season === null ? newest : query} name="season cards" rows={8} height={64}>
      {(cards) =>
        cards.unavailable === null ? (
          <Cards key={`${cards.season} ${cards.team_id}`} league={league} cards={cards} />
        ) : (
          <Unavailable reason={whyUnavailable(cards)} />
        )
      }
    </Loaded>
  )
  const close = () => router.navigate({ view: null, season: null, team: null })
  if (isPhone)
    return (
      <SidePanel label="Season cards" isOpen onClose={close}>
        <div className={styles.panel}>
          <Row>
            <Fill>
              <Row gap={1}>{choosers}</Row>
            </Fill>
            <IconButton icon={X} iconSize={22} label="Close" onClick={close} />
          </Row>
          {content}
        </div>
      </SidePanel>
    )
  return (
    <Stack as="section" gap={2} aria-label="Season cards">
      <TabHeader
        title={title}
        action={
          <Link to={{ tab: 'history' }} className={ui.standaloneLink}>
            <ArrowLeft size={18} aria-hidden="true" /> History
          </Link>
        }
      >
        {choosers}
      </TabHeader>
      {content}
    </Stack>
  )
}

const LEAGUE = 'league'

function TeamChooser({
  teams,
  shown,
  mine,
}: {
  teams: SeasonCards['teams']
  shown: number | null
  mine: number | null
}) {
  const router = useRouter()
  if (teams.length === 0) return null
  return (
    <SelectField
      label="Cards of"
      isLabelHidden
      options={[
        { value: LEAGUE, label: 'The league' },
        ...teams.map(({ team_id: id, name }) => ({
          value: `${id}`,
          label: id === mine ? `${name} (you)` : name,
        })),
      ]}
      value={shown === null ? LEAGUE : `${shown}`}
      onChange={(value) =>
        router.navigate(
          value === LEAGUE ? { view: LEAGUE_VIEW, team: null } : { view: TEAM_VIEW, team: Number(value) },
        )
      }
    />
  )
}

function Cards({ league, cards }: { league: string; cards: SeasonCards }) {
  const { season, team_id: teamId } = cards
  const team = cards.teams.find((each) => each.team_id === teamId)
  const subject = team === undefined ? league : team.name
  return (
    <CardDeck
      label={`Season ${season} of ${subject}`}
      cards={cards.cards.map((card) => ({
        key: card.kind,
        title: card.title,
        face: (
          <CardFace
            card={card}
            season={season}
            teams={cards.teams.filter((each) => card.team_ids.includes(each.team_id))}
          />
        ),
      }))}
    >
      {(position) => {
        const card = cards.cards[position]
        if (card === undefined) return null
        return (
          <>
            <ShareButton
              title={`${card.title} · ${subject} ${season}`}
              image={cardImage(league, { season, team: teamId }, card.kind)}
              label={`Share ${card.title}`}
            />
            <CopyText key={card.kind} card={card} subject={`${subject}, ${season}`} />
            {position === cards.cards.length - 1 ? <Missing cards={cards} /> : null}
          </>
        )
      }}
    </CardDeck>
  )
}

function CopyText({ card, subject }: { card: SeasonCard; subject: string }) {
  const { copied, copy } = useCopy(`${subject}. ${card.text}`)
  return (
    <>
      <Button variant="quiet" onClick={copy}>
        Copy text
      </Button>
      <span role="status" className={ui.note}>
        {copied === null ? '' : copied ? 'Copied' : 'Your browser does not allow it.'}
      </span>
    </>
  )
}

const NEEDS: Record<SeasonCards['missing'][number], string> = {
  lineups: 'lineups, so nothing is said about the bench and moves',
  draft: 'draft with player values, so there is no best pick',
  transactions: 'transactions, so pickups and trades are not counted',
  odds: 'playoff odds by week',
}

function Missing({ cards: { missing, is_best_ball: isBestBall } }: { cards: SeasonCards }) {
  return (
    <>
      {isBestBall ? (
        <p className={ui.note}>
          Best ball: the best players count by themselves, so no card is about the bench.
        </p>
      ) : null}
      {missing.length === 0 ? null : (
        <ul className={ui.note} aria-label="Not stored">
          {missing.map((name) => (
            <li key={name}>This season has no {NEEDS[name]}.</li>
          ))}
        </ul>
      )}
    </>
  )
}

function whyUnavailable({ unavailable, season, scoring_format: format }: SeasonCards): Reason {
  switch (unavailable) {
    case 'in_progress':
    case 'not_started':
      return [
        `The cards of ${season} aren't ready yet.`,
        'They appear on the day after the championship. Choose an earlier season.',
      ]
    case 'format':
      return ['Season cards need head-to-head games decided by points.', describeFormat(format)]
    case 'no_games':
    case 'too_few':
      return [`Too little of ${season} is stored for cards.`, 'Its weekly scores were never stored.']
    default:
      return notStored(season)
  }
}

type CardDeckProps = {
  label: string
  cards: readonly { key: string; title: string; face: ReactNode }[]
  children: (position: number) => ReactNode
}

function CardDeck({ label, cards, children }: CardDeckProps) {
  const [position, setPosition] = useState(0)
  const last = cards.length - 1
  const show = (next: number) => setPosition(Math.max(0, Math.min(last, next)))
  const card = cards[position]
  const swipe = useSwipe((direction) => show(position + direction))

  function handleKey(event: KeyboardEvent) {
    const next = { ArrowRight: position + 1, ArrowLeft: position - 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    show(next)
  }

  return (
    <Stack
      as="section"
      gap={2}
      className={styles.deck}
      aria-label={label}
      aria-roledescription="carousel"
      onKeyDown={handleKey}
    >
      <Row gap={1} className={styles.progress}>
        {cards.map(({ key, title }, index) => (
          <button
            key={key}
            type="button"
            data-seen={index <= position || undefined}
            aria-label={`Card ${index + 1}: ${title}`}
            aria-current={index === position || undefined}
            onClick={() => show(index)}
          />
        ))}
      </Row>
      <div className={styles.stage} {...swipe}>
        {card?.face}
        <button
          type="button"
          className={styles.back}
          aria-label="Previous card"
          aria-disabled={position === 0}
          onClick={() => show(position - 1)}
        />
        <button
          type="button"
          className={styles.next}
          aria-label="Next card"
          aria-disabled={position === last}
          onClick={() => show(position + 1)}
        />
      </div>
      <Row wraps style={{ justifyContent: 'center' }}>
        {children(position)}
      </Row>
      <p className={ui.hidden} aria-live="polite">
        {position + 1} of {cards.length}
      </p>
    </Stack>
  )
}

/** More logos than these say less than their names. */
const MAX_LOGOS = 6

/** A longer value is a name. */
const MAX_SHORT = 12

/** Of the cards whose letters need one. */
const EXPLANATIONS: Partial<Record<SeasonCard['kind'], readonly ExplainedFigure[]>> = {
  positions: explainPositions(),
  report_card: explainReport(),
}

type CardFaceProps = {
  card: SeasonCard
  season: number
  teams: readonly CardTeam[]
}

function CardFace({ card, season, teams }: CardFaceProps) {
  const [team] = teams
  const figures = EXPLANATIONS[card.kind]
  return (
    <Stack gap={2} className={styles.card} style={teamColorStyle(team?.color)}>
      <header>
        <Text as="h3" size="xl">
          {card.title}
        </Text>
        <p>
          {season} · {card.weeks}
        </p>
      </header>
      <div className={card.chart === null ? styles.picture : undefined}>
        {card.chart === null ? (
          teams
            .slice(0, MAX_LOGOS)
            .map(({ team_id: id, name, logo, color }) => (
              <Avatar key={id} name={name} src={logo} size="l" color={color} />
            ))
        ) : (
          <Bars chart={card.chart} label={card.text} />
        )}
      </div>
      <div>
        <p className={styles.value} data-long={card.value.length > MAX_SHORT || undefined}>
          {card.value}
        </p>
        <Text as="p" size="l">
          {card.caption}
        </Text>
        {team === undefined || teams.length > 1 ? null : (
          <p>
            <strong>{team.name}</strong>
            {team.owner === null ? null : ` · ${team.owner}`}
          </p>
        )}
      </div>
      <div>
        {figures === undefined ? null : (
          <Row isSpread>
            <span>How it is graded</span>
            <Explanation title={card.title.toLowerCase()} figures={figures} />
          </Row>
        )}
        <dl>
          {card.facts.map((fact) => (
            <div key={fact.label} className={styles.fact}>
              <dt>{fact.label}</dt>
              <Text as="dd" size="l" weight={700} isTitle>
                {fact.game === null ? (
                  fact.value
                ) : (
                  <Link
                    to={{ tab: 'scoreboard', season, week: fact.game.week, game: fact.game.game_id }}
                    label={`${fact.value}, open the game`}
                  >
                    {fact.value}
                  </Link>
                )}
              </Text>
              {fact.note === null ? null : <dd className={styles.note}>{fact.note}</dd>}
            </div>
          ))}
        </dl>
      </div>
    </Stack>
  )
}

function Bars({ chart, label }: { chart: NonNullable<SeasonCard['chart']>; label: string }) {
  const [first, second] = chart.lines
  const shareOf = (value: number) => (chart.unit === 'rank' ? (chart.max - value + 1) / chart.max : value)
  const points = first?.points ?? []
  return (
    <figure>
      <Row gap={1} align="end" className={styles.bars} role="img" aria-label={label}>
        {points.map(({ week, value }, index) => {
          const front = second?.points[index]?.value
          return (
            <span key={week} className={styles.column}>
              <span
                className={styles.bar}
                data-behind={second === undefined ? undefined : true}
                style={{ height: `${shareOf(value) * 100}%` }}
              />
              {front === undefined ? null : (
                <span className={styles.bar} style={{ height: `${shareOf(front) * 100}%` }} />
              )}
            </span>
          )
        })}
      </Row>
      <Row as="span" isSpread>
        <Text size="s">Week {points[0]?.week}</Text>
        <Text size="s">
          {second === undefined
            ? 'Higher is better'
            : `Light bars: ${first?.name.toLowerCase()}; solid bars: ${second.name.toLowerCase()}`}
        </Text>
        <Text size="s">Week {points.at(-1)?.week}</Text>
      </Row>
    </figure>
  )
}

export type SeasonCards = ApiResponse<'GET /api/league/:league/insights/season-cards/'>
export type SeasonCard = SeasonCards['cards'][number]
type CardTeam = SeasonCards['teams'][number]

type Subject = {
  /** null for the current season. */
  season: number | null
  /** null for the cards of the league. */
  team: number | null
}

const seasonCardsQuery = (league: string, { season, team: team_id }: Subject) =>
  leagueQuery('GET /api/league/:league/insights/season-cards/', ['season cards'], { league, season, team_id })

const cardImage = (league: string, { season, team }: Subject, card: SeasonCard['kind']) =>
  shareImage('GET /api/league/:league/insights/season-cards/image/', { league, season, team_id: team, card })
