import { leagueNameProblem, MAX_LEAGUE_NAME_LENGTH } from '@fieldhouse/domain/league-name'
import { ApiError } from './api-error.ts'

/** The name as it is stored. Throws an ApiError that says what is wrong with it. */
export function parseLeagueName(name: string): string {
  switch (leagueNameProblem(name)) {
    case 'missing':
      throw new ApiError('league_name_required')
    case 'too_long':
      throw invalidNameError(`A league name has at most ${MAX_LEAGUE_NAME_LENGTH} characters.`)
    case 'control_characters':
      throw invalidNameError('A league name cannot hold control characters.')
    case 'dots':
      throw invalidNameError('A league name cannot be dots alone.')
    case null:
      return name.trim()
  }
}

function invalidNameError(sentence: string): ApiError {
  return new ApiError('invalid_input', { message: sentence, fields: { name: sentence } })
}
