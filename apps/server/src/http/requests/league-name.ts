import { leagueNameProblem, MAX_LEAGUE_NAME_LENGTH } from '@fieldhouse/domain/names'
import { ApiError, invalidField } from '../errors/api-error.ts'

/** Returns the name as it is stored. Throws `league_name_required` or `invalid_input`. */
export function parseLeagueName(name: string): string {
  switch (leagueNameProblem(name)) {
    case 'missing':
      throw new ApiError('league_name_required')
    case 'too_long':
      throw invalidField('name', `League name must be ${MAX_LEAGUE_NAME_LENGTH} characters or fewer.`)
    case 'control_characters':
      throw invalidField('name', "League name can't contain line breaks or other control characters.")
    case 'dots':
      throw invalidField('name', "League name can't be only dots.")
    case null:
      return name.trim()
  }
}
