import { z } from 'zod'
import { truncate } from '../errors/truncate.ts'

const MAX_NAMED_FIELDS = 3
const MAX_NAME_LENGTH = 60

/** Has schemas say what is wrong in our words, in this thread. */
export function setValidationMessages(): void {
  z.config({ customError: validationMessage })
}

/** Messages for validation issues without a message in the schema; undefined leaves zod's own. */
function validationMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const field = issue.path?.length ? `'${issue.path.join('.')}'` : 'The request body'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${field} is missing.`
        : `${field} must be ${describeType(issue.expected)}.`
    case 'invalid_value':
      return `${field} must be one of ${issue.values.join(', ')}.`
    case 'invalid_union':
      return issue.input === undefined ? `${field} is missing.` : `${field} has an unsupported format.`
    case 'unrecognized_keys':
      return unknownFields(issue.keys)
    default:
      return undefined
  }
}

/** There can be any number of them, of any length. */
function unknownFields(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED_FIELDS).map((name) => `'${truncate(name, MAX_NAME_LENGTH)}'`)
  const more = names.length - named.length
  return `Unknown field${names.length === 1 ? '' : 's'} ${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`
}

function describeType(type: string): string {
  switch (type) {
    case 'string':
      return 'text'
    case 'int':
      return 'a whole number'
    case 'boolean':
      return 'true or false'
    case 'array':
      return 'a list'
    case 'object':
      return 'an object'
    default:
      return `a ${type}`
  }
}
