import { isRejection } from '@fieldhouse/domain/league/voting'
import { useQueryClient } from '@tanstack/react-query'
import { Check, Trophy } from 'lucide-react'
import { useEffect } from 'react'
import { useNow } from '../../api/page-environment.ts'
import { Link } from '../../router/link.tsx'
import facts from '../../ui/display/display.module.css'
import { formatDateTime, formatTimeUntil } from '../../ui/format/date-time.ts'
import { formatCount } from '../../ui/format/format.ts'
import { Fill, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './feed.module.css'
import { useVote } from './feed-actions.ts'
import { type CardProps, FeedCard } from './feed-card.tsx'
import { handleFeedEvent } from './feed-events.ts'
import type { Proposal } from './use-feed.ts'
import { MentionText } from './written-text.tsx'

export function ProposalCard(props: CardProps<Proposal>) {
  const { item: proposal, league, user } = props
  const { mentions } = proposal
  const closesAt = proposal.closes_at === null ? null : new Date(proposal.closes_at)
  const now = useNow()
  useRefetchAtClose(league, proposal, now)
  return (
    <FeedCard {...props}>
      <Text as="h3" size="l">
        <MentionText {...{ league, user, mentions }} text={proposal.question} isPlain />
      </Text>
      <Stack as="ul" gap={2} aria-label="Options">
        {proposal.options.map((option) => (
          <li key={option.id}>
            <ProposalOption league={league} proposal={proposal} option={option} />
          </li>
        ))}
      </Stack>
      {proposal.anonymous ? null : <Voters options={proposal.options} />}
      <p className={`${facts.facts} ${ui.note}`}>
        <span>{proposal.total === 0 ? 'No votes yet' : formatCount(proposal.total, 'vote')}</span>
        {proposal.anonymous ? <span>Anonymous</span> : null}
        {closesAt === null ? null : (
          <time dateTime={closesAt.toISOString()} title={formatDateTime(closesAt)}>
            {proposal.closed
              ? `Closed ${formatDateTime(closesAt)}`
              : `Closes ${formatTimeUntil(closesAt, now)}`}
          </time>
        )}
        <RuleLink proposal={proposal} canAdd={props.isAdmin} />
      </p>
    </FeedCard>
  )
}

function RuleLink({ proposal, canAdd }: { proposal: Proposal; canAdd: boolean }) {
  const { id, rule, options } = proposal
  const location = { tab: 'league social', view: 'rules' } as const
  if (rule !== undefined) return <Link to={{ ...location, post: `section-${rule}` }}>In the rules</Link>
  const [winner, ...tied] = options.filter(({ won }) => won)
  if (!canAdd || winner === undefined || tied.length > 0 || isRejection(winner.text)) return null
  return <Link to={{ ...location, post: `proposal-${id}` }}>Add to rules</Link>
}

/** Fetches the outcome when voting closes while the proposal is on screen. The server's clock decides. */
function useRefetchAtClose(league: string, { id, closed, closes_at: closesAt }: Proposal, now: Date): void {
  const client = useQueryClient()
  const isPastClosingTime = !closed && closesAt !== null && new Date(closesAt) <= now
  useEffect(() => {
    if (isPastClosingTime) handleFeedEvent(client, league, { change: 'changed', type: 'proposal', id })
  }, [isPastClosingTime, client, league, id])
}

type ProposalOptionProps = { league: string; proposal: Proposal; option: Proposal['options'][number] }

function ProposalOption({ league, proposal, option }: ProposalOptionProps) {
  const vote = useVote(league, proposal.id)
  const isMyVote = option.id === proposal.my_vote
  const isTie = proposal.options.filter(({ won }) => won).length > 1
  // Only the leading options of a closed vote have one.
  const outcome = !option.won ? null : isTie ? 'Tied' : 'Won'
  const content = (
    <>
      <span className={styles.optionBar} style={{ transform: `scaleX(${option.percent / 100})` }} />
      <Fill as="span" className={ui.breakable}>
        {option.text}
        {outcome === null ? null : (
          <Text size="s" tone="good">
            {' '}
            <Trophy size={14} aria-hidden="true" /> {outcome}
          </Text>
        )}
      </Fill>{' '}
      {isMyVote ? <Check size={18} aria-label="Your vote" /> : null}{' '}
      <Text isNumeric weight={600}>
        {option.percent} %
      </Text>
    </>
  )
  if (proposal.closed) {
    return (
      <div className={`${ui.option} ${styles.option}`} data-outcome={outcome ?? undefined}>
        {content}
      </div>
    )
  }
  return (
    <button
      type="button"
      className={`${ui.option} ${styles.option}`}
      aria-pressed={isMyVote}
      onClick={() => isMyVote || vote.mutate(option.id)}
    >
      {content}
    </button>
  )
}

function Voters({ options }: Pick<Proposal, 'options'>) {
  const optionsWithVotes = options.filter(({ voters }) => voters !== null && voters.length > 0)
  if (optionsWithVotes.length === 0) return null
  return (
    <details className={ui.link}>
      <summary>Who voted</summary>
      <Stack as="dl" gap={2}>
        {optionsWithVotes.map(({ id, text, voters, imported_voters: imported }) => (
          <div key={id}>
            <dt>{text}</dt>
            <dd>
              {voters
                ?.map((voter) => (imported?.includes(voter) === true ? `${voter} (imported)` : voter))
                .join(', ')}
            </dd>
          </div>
        ))}
      </Stack>
    </details>
  )
}
