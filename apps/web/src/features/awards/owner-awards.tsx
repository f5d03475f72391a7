import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/feedback/feedback.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { AwardCountList, totalOf } from './award-counts.tsx'
import { awardCountsQuery } from './read-awards.ts'

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
