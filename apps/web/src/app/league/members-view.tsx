import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { standingsQuery, useFaces } from '../../api/operations.ts'
import { Link } from '../../router/link.tsx'
import { useTitle } from '../../router/router.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Loaded } from '../../ui/feedback/feedback.tsx'
import { Fill, Grid, Row, Section, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'

export function MembersView({ league, views }: { league: string; views: ReactNode }) {
  useTitle('Members')
  const query = useQuery(standingsQuery(league))
  const faceOf = useFaces(league)
  return (
    <Stack>
      {views}
      <Section title="Members">
        <Loaded query={query} name="members" rows={8} height={64}>
          {({ standings }) => (
            <Grid as="ul" min={260} gap={2}>
              {standings
                .flatMap((team) =>
                  [team.assigned_user ?? team.owners[0] ?? 'Unknown', ...(team.co_owners ?? [])].map(
                    (person) => ({ ...team, person }),
                  ),
                )
                .toSorted((a, b) => a.person.localeCompare(b.person, 'en'))
                .map(({ team_id: id, person, name, logo, color }) => (
                  <Row as="li" key={`${id} ${person}`} gap={3} className={ui.listItem}>
                    <Avatar
                      name={person}
                      src={faceOf(person).src ?? logo}
                      color={faceOf(person).color ?? color}
                    />
                    <Fill>
                      <Text as="div" weight={600} lines={1}>
                        {person}
                      </Text>
                      <Text as="div" size="s" lines={1}>
                        <Link to={{ tab: 'roster', team: id }}>{name}</Link>
                      </Text>
                    </Fill>
                  </Row>
                ))}
            </Grid>
          )}
        </Loaded>
      </Section>
    </Stack>
  )
}
