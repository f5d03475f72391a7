import { ahead, exactly } from '../../ui/format/moment.ts'
import { FeedCard } from './feed-card.tsx'
import type { CardProps } from './feed-item-card.tsx'
import { ItemActs } from './item-acts.tsx'
import { isClosed, winnersOf } from './outcome.ts'
import styles from './proposal-card.module.css'
import { ProposalOption } from './proposal-option.tsx'
import type { Proposal } from './use-feed.ts'
import { useVote } from './use-proposals.ts'
import { Voters } from './voters.tsx'

export function ProposalCard({ item: proposal, ...props }: CardProps<Proposal>) {
  const { league, now } = props
  const vote = useVote(league, proposal.id)
  const closed = isClosed(proposal, now)
  const winners = closed ? winnersOf(proposal) : []
  return (
    <FeedCard
      label={`Proposal by ${proposal.user}`}
      item={proposal}
      now={now}
      acts={<ItemActs item={proposal} {...props} />}
    >
      <h3 className={styles['question']}>{proposal.question}</h3>
      <ul className={styles['options']} aria-label="Options">
        {proposal.options.map((option) => (
          <li key={option.id}>
            <ProposalOption
              option={option}
              isMine={option.id === proposal.my_vote}
              isClosed={closed}
              mark={winners.includes(option.id) ? (winners.length > 1 ? 'Tied' : 'Won') : null}
              onVote={() => {
                if (option.id !== proposal.my_vote) vote.mutate(option.id)
              }}
            />
          </li>
        ))}
      </ul>
      {proposal.anonymous ? null : <Voters options={proposal.options} />}
      <p className={styles['facts']}>
        <span>{votesOf(proposal.total)}</span>
        {proposal.anonymous ? <span>Anonymous</span> : null}
        {proposal.closes_at === null ? null : <Closing at={new Date(proposal.closes_at)} now={now} />}
      </p>
    </FeedCard>
  )
}

function Closing({ at, now }: { at: Date; now: Date }) {
  const isPast = at <= now
  return (
    <time dateTime={at.toISOString()} title={exactly(at)}>
      {isPast ? `Closed ${exactly(at)}` : `Closes ${ahead(at, now)}`}
    </time>
  )
}

function votesOf(total: number): string {
  if (total === 0) return 'No votes yet'
  return `${total.toLocaleString('en')} ${total === 1 ? 'vote' : 'votes'}`
}
