import { SqliteDatabase } from './sqlite-database.js';

describe('a connection to SQLite that is closed', () => {
  const database = new SqliteDatabase(':memory:', null);
  beforeAll(() => database.close());

  it('refuses what comes late, and the process goes on', () => {
    expect(() => database.transaction(() => database.exec('CREATE TABLE late(n)'))).toThrow('not open');
    expect(() => database.all('SELECT 1')).toThrow('not open');
  });

  it('is closed again without an error', () => {
    database.close();
  });
});
