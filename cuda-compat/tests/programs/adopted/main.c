int client(void);
int main(void) { return client(); }
