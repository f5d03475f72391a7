import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import facts from '../../ui/facts.module.css'
import { formatCount } from '../../ui/format/count.ts'
import { formatDateTime, formatTimeUntil } from '../../ui/format/date-time.ts'
import type { CardProps } from './card-props.ts'
import { FeedCard } from './feed-card.tsx'
import { scheduleFeedRefetch } from './feed-events.ts'
import { ItemActions } from './item-actions.tsx'
import styles from './proposal-card.module.css'
import { ProposalOption } from './proposal-option.tsx'
import type { Proposal } from './use-feed.ts'
import { useVote } from './use-proposals.ts'
import { Voters } from './voters.tsx'

export function ProposalCard({ item: proposal, ...props }: CardProps<Proposal>) {
  const { league, now } = props
  const vote = useVote(league, proposal.id)
  const outcome = proposal.options.filter(({ won }) => won).length > 1 ? 'Tied' : 'Won'
  useRefetchAtClose(league, proposal, now)
  return (
    <FeedCard
      label={`Proposal by ${proposal.user}`}
      item={proposal}
      now={now}
      actions={<ItemActions item={proposal} {...props} />}
    >
      <h3 className={styles['question']}>{proposal.question}</h3>
      <ul className={styles['options']} aria-label="Options">
        {proposal.options.map((option) => (
          <li key={option.id}>
            <ProposalOption
              option={option}
              isMyVote={option.id === proposal.my_vote}
              isClosed={proposal.closed}
              outcome={option.won ? outcome : null}
              onVote={() => {
                if (option.id !== proposal.my_vote) vote.mutate(option.id)
              }}
            />
          </li>
        ))}
      </ul>
      {proposal.anonymous ? null : <Voters options={proposal.options} />}
      <p className={`${facts['facts']} ${styles['facts']}`}>
        <span>{votesLabel(proposal.total)}</span>
        {proposal.anonymous ? <span>Anonymous</span> : null}
        {proposal.closes_at === null ? null : (
          <ClosingTime at={new Date(proposal.closes_at)} isClosed={proposal.closed} now={now} />
        )}
      </p>
    </FeedCard>
  )
}

/** Fetches the outcome when voting closes while the proposal is on screen. The server's clock decides. */
function useRefetchAtClose(league: string, { closed, closes_at: closesAt }: Proposal, now: Date): void {
  const client = useQueryClient()
  const isPastClosingTime = !closed && closesAt !== null && new Date(closesAt) <= now
  useEffect(() => {
    if (isPastClosingTime) scheduleFeedRefetch(client, league)
  }, [isPastClosingTime, client, league])
}

function ClosingTime({ at, isClosed, now }: { at: Date; isClosed: boolean; now: Date }) {
  return (
    <time dateTime={at.toISOString()} title={formatDateTime(at)}>
      {isClosed ? `Closed ${formatDateTime(at)}` : `Closes ${formatTimeUntil(at, now)}`}
    </time>
  )
}

function votesLabel(total: number): string {
  return total === 0 ? 'No votes yet' : formatCount(total, 'vote')
}
