/** The database that the run's setup migrates once and test files clone. */
export const TEMPLATE = 'tocsin_template';
