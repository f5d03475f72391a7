import manifest from '../../package.json' with { type: 'json' }

/** The version of Fieldhouse that is running. */
export const RELEASE: string = manifest.version
