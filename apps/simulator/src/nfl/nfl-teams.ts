import { nicknameOf, NFL_TEAMS as TEAMS } from '@fieldhouse/domain/nfl/nfl-teams'

/** The NFL teams as the provider names them. Only abbreviations of initials are in upper case. */
export const NFL_TEAMS = TEAMS.map(({ teamId, abbrev, name }) => {
  const nickname = nicknameOf({ name })
  const location = name.slice(0, -nickname.length - 1)
  return {
    id: teamId,
    abbrev: location.includes(' ') ? abbrev : `${abbrev.charAt(0)}${abbrev.slice(1).toLowerCase()}`,
    location,
    name: nickname,
  }
})
